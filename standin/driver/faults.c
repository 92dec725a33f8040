/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The script of faults: STANDIN_CUDA_FAULTS is the name of a file, or the
   script itself.  Rules end at a newline or a semicolon:

     cuMemAlloc_v2 3 CUDA_ERROR_OUT_OF_MEMORY   its third call fails
     cuMemAlloc_v2 3+ 2                         and all after it
     * 20 CUDA_ERROR_UNKNOWN                    the 20th call, whatever it is
     cuLaunchKernel 2 sticky 700                and the context is broken
     cuMemcpyHtoD_v2 5 lost                     from then on every call fails
     missing cuMemAllocAsync                    the library has no such function

   drv_fault is called by any thread, under a lock of its own.  */

#include "driver/driver.h"

#include <ctype.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct rule
{
  char name[64];  /* "*": any */
  unsigned first; /* the call that fails */
  bool and_later;
  bool is_sticky;
  bool is_lost;
  CUresult result;
};

#define MAX_RULES 64
#define MAX_ENTRIES 512

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rule rules[MAX_RULES];
static unsigned rule_count;
static char hidden[MAX_RULES][64];
static unsigned hidden_count;
static unsigned calls[MAX_ENTRIES]; /* of each entry */
static unsigned all_calls;
static CUresult lost;

static const struct row
{
  CUresult value;
  const char *name, *words;
} results[] = {
#define RESULT(name, value, words) { name, #name, words },
#include "driver/results.def"
};

/* The row of RESULT; one without texts if there is no such result.  */
static const struct row *
find_row (CUresult result)
{
  static const struct row none;
  for (unsigned n = 0; n < sizeof results / sizeof results[0]; n++)
    if (results[n].value == result)
      return &results[n];
  return &none;
}

static CUresult
give_text (const char *text, const char **where)
{
  if (!where)
    return CUDA_ERROR_INVALID_VALUE;
  *where = text;
  return text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
drv_cuGetErrorName (CUresult result, const char **name)
{
  return give_text (find_row (result)->name, name);
}

CUresult
drv_cuGetErrorString (CUresult result, const char **words)
{
  return give_text (find_row (result)->words, words);
}

CUresult
drv_result_find (const char *name)
{
  for (unsigned n = 0; n < sizeof results / sizeof results[0]; n++)
    if (strcmp (results[n].name, name) == 0)
      return results[n].value;
  return isdigit ((unsigned char)*name) ? (CUresult)atoi (name) : CUDA_SUCCESS;
}

static bool
is_entry (const char *name)
{
  static const char *const names[] = {
#define ENTRY(name) #name,
#include "driver/entries.def"
  };
  for (unsigned n = 0; n < sizeof names / sizeof names[0]; n++)
    if (strcmp (names[n], name) == 0)
      return true;
  return strcmp (name, "*") == 0;
}

/* NAME COUNT[+] [sticky] RESULT, or lost for RESULT.  */
static bool
read_fault (char **word, unsigned count)
{
  struct rule r = { .first = 0 };
  if (count < 3)
    return false;
  char *end;
  snprintf (r.name, sizeof r.name, "%s", word[0]);
  r.first = (unsigned)strtoul (word[1], &end, 10);
  r.and_later = *end == '+';
  r.is_sticky = strcmp (word[2], "sticky") == 0;
  const char *result = word[r.is_sticky && count > 3 ? 3 : 2];
  r.is_lost = strcmp (result, "lost") == 0;
  r.result
      = r.is_lost ? CUDA_ERROR_DEVICE_UNAVAILABLE : drv_result_find (result);
  if (!r.result || !r.first || rule_count == MAX_RULES || !is_entry (r.name)
      || *(end + r.and_later))
    return false;
  rules[rule_count++] = r;
  return true;
}

static bool
read_rule (char *line)
{
  char *word[5], *rest, *text = line;
  unsigned count = 0;
  line[strcspn (line, "#")] = 0;
  while (count < 5 && (word[count] = strtok_r (text, " \t\r", &rest)) != NULL)
    {
      count++;
      text = NULL;
    }
  if (count == 0)
    return true;
  if (strcmp (word[0], "missing") != 0)
    return read_fault (word, count);
  if (count != 2 || hidden_count == MAX_RULES || !is_entry (word[1]))
    return false;
  snprintf (hidden[hidden_count++], sizeof hidden[0], "%s", word[1]);
  return true;
}

static char *
read_script (const char *setting)
{
  FILE *f = fopen (setting, "re");
  if (!f)
    return strdup (setting);
  char *text = calloc (1, 65536);
  if (fread (text, 1, 65535, f) == 0)
    *text = 0;
  fclose (f);
  return text;
}

void
drv_read_faults (const char *setting)
{
  rule_count = hidden_count = all_calls = 0;
  memset (calls, 0, sizeof calls);
  lost = CUDA_SUCCESS;
  if (!setting || !*setting)
    return;
  char *script = read_script (setting), *rest, *text = script, *line;
  for (; (line = strtok_r (text, "\n;", &rest)) != NULL; text = NULL)
    {
      char copy[128];
      snprintf (copy, sizeof copy, "%s", line);
      if (!read_rule (line))
        drv_report ("STANDIN_CUDA_FAULTS: not understood: %s", copy);
    }
  free (script);
}

static bool
applies (const struct rule *r, const char *name, unsigned call)
{
  bool is_any = strcmp (r->name, "*") == 0;
  unsigned n = is_any ? all_calls : call;
  return (is_any || strcmp (r->name, name) == 0)
         && (n == r->first || (r->and_later && n > r->first));
}

CUresult
drv_fault (unsigned entry, const char *name, bool needs_device, bool *is_sticky)
{
  CUresult result = CUDA_SUCCESS;
  if (!rule_count)
    return result;
  pthread_mutex_lock (&lock);
  unsigned call = ++calls[entry];
  all_calls++;
  for (unsigned n = 0; n < rule_count && !result; n++)
    if (applies (&rules[n], name, call))
      {
        result = rules[n].result;
        *is_sticky = rules[n].is_sticky;
        if (rules[n].is_lost)
          lost = result;
      }
  if (lost && needs_device)
    result = lost;
  pthread_mutex_unlock (&lock);
  return result;
}

void
drv_for_hidden (void (*hide) (const char *))
{
  for (unsigned n = 0; n < hidden_count; n++)
    hide (hidden[n]);
}

/* ----------------------------------------------------- missing functions */

/* An old driver does not export a function.  Here all are in the library's
   table, so the name in it is changed before anybody looks it up: a loader that
   finds the hash compares the name.  */
static char *strings;
static size_t strings_size;

static void
hide_name (const char *name)
{
  size_t length = strlen (name) + 1;
  for (size_t i = 1; i + length <= strings_size; i++)
    if (strings[i - 1] == 0 && memcmp (strings + i, name, length) == 0)
      {
        uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
        uintptr_t start = (uintptr_t)(strings + i) & ~(page - 1);
        size_t size = (uintptr_t)(strings + i) + length - start;
        if (mprotect ((void *)start, size, PROT_READ | PROT_WRITE) == 0)
          {
            strings[i] = '-';
            mprotect ((void *)start, size, PROT_READ);
          }
      }
}

static int
find_strings (struct dl_phdr_info *info, size_t size, void *unused)
{
  (void)size;
  (void)unused;
  bool is_here = false;
  const ElfW (Dyn) *dynamic = NULL;
  for (unsigned n = 0; n < info->dlpi_phnum; n++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[n];
      uintptr_t start = info->dlpi_addr + p->p_vaddr;
      if (p->p_type == PT_LOAD && (uintptr_t)rules - start < p->p_memsz)
        is_here = true;
      if (p->p_type == PT_DYNAMIC)
        dynamic = (const ElfW (Dyn) *)start;
    }
  for (; is_here && dynamic && dynamic->d_tag != DT_NULL; dynamic++)
    {
      if (dynamic->d_tag == DT_STRTAB)
        strings = (char *)dynamic->d_un.d_ptr;
      if (dynamic->d_tag == DT_STRSZ)
        strings_size = dynamic->d_un.d_val;
    }
  return is_here;
}

void
drv_hide_symbols (void)
{
  drv_read_faults (getenv ("STANDIN_CUDA_FAULTS"));
  if (!hidden_count)
    return;
  dl_iterate_phdr (find_strings, NULL);
  if (strings)
    drv_for_hidden (hide_name);
}
