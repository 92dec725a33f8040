/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The entries of an image that brings no table of them; see named.h.  Main
   thread only.  */

#include "target/named.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "target/indirect.h"
#include "target/process.h"

/* Load the COUNT files whose names are at NAMES.  The image refers to them by
   their own names, which the dynamic linker then knows.  */
static bool
load_libraries (const char *names, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++, names += strlen (names) + 1)
    if (dlopen (names, RTLD_NOW | RTLD_GLOBAL) == NULL)
      {
        x86emul_process_answer_error (
            "%s\n"
            "  hint: regions of clang need the libraries of offgomp/llvm on "
            "each machine",
            dlerror ());
        return false;
      }
  return true;
}

static void
divide (struct x86emul_named_entries *e, const struct x86emul_load *load)
{
  uint64_t *functions = e->words + e->start_count + e->end_count;
  uint64_t *variables = functions + load->function_count;
  e->table = (struct x86emul_image_table){
    .functions_start = functions,
    .functions_end = variables,
    .variables_start = variables,
    .variables_end = variables + 2 * (size_t)load->variable_count
  };
}

bool
x86emul_named_read (struct x86emul_named_entries *e,
                    const struct x86emul_load *load, const void *lists,
                    size_t size)
{
  struct x86emul_named head;
  if (size < sizeof (head))
    x86emul_process_leave ();
  memcpy (&head, lists, sizeof (head));
  size_t count = (size_t)head.start_count + head.end_count
                 + load->function_count
                 + 2 * ((size_t)load->variable_count + head.indirect_count);
  size_t bytes = count * sizeof (*e->words);
  const char *names = (const char *)lists + sizeof (head) + bytes;
  if (size != sizeof (head) + bytes + head.library_size
      || (head.library_size > 0 && names[head.library_size - 1] != '\0'))
    x86emul_process_leave ();
  e->start_count = head.start_count;
  e->end_count = head.end_count;
  e->indirect_count = head.indirect_count;
  e->words = malloc (bytes + 1);
  if (e->words == NULL)
    x86emul_process_leave ();
  memcpy (e->words, (const char *)lists + sizeof (head), bytes);
  divide (e, load);
  return load_libraries (names, head.library_count);
}

void
x86emul_named_place (struct x86emul_named_entries *e, uint64_t bias)
{
  uint64_t *word = e->words;
  for (; word < e->table.variables_start; word++)
    *word += *word == 0 ? 0 : bias;
  for (; word < e->table.variables_end; word += 2)
    *word += *word == 0 ? 0 : bias;
  for (uint32_t i = 0; i < e->indirect_count; i++, word += 2)
    word[1] += word[1] == 0 ? 0 : bias;
}

bool
x86emul_named_indirect (const struct x86emul_named_entries *e, uint32_t number)
{
  const uint64_t *pair = e->table.variables_end;
  if (e->indirect_count == 0)
    return true;
  uint64_t *hosts = malloc (2 * e->indirect_count * sizeof (*hosts));
  if (hosts == NULL)
    x86emul_process_leave ();
  uint64_t *devices = hosts + e->indirect_count;
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->indirect_count; i++, pair += 2)
    if (pair[1] != 0)
      {
        hosts[count] = pair[0];
        devices[count++] = *(const uint64_t *)(uintptr_t)pair[1];
      }
  bool ok = x86emul_indirect_set (number, hosts, devices, count);
  free (hosts);
  return ok;
}

static void
run (uint64_t function)
{
  if (function != 0)
    ((void (*) (void)) (uintptr_t)function) ();
}

void
x86emul_named_start (const struct x86emul_named_entries *e)
{
  for (uint32_t i = 0; i < e->start_count; i++)
    run (e->words[i]);
}

void
x86emul_named_end (const struct x86emul_named_entries *e)
{
  for (uint32_t i = e->end_count; i-- > 0;)
    run (e->words[e->start_count + i]);
}
