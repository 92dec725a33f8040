/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Environment variables that begin with KMP_: each is translated into variables
   of libgomp.so.1, which count unless they are set themselves.  So these exist
   only in programs with this library.

   Owns nothing.  One thread, while the library is loaded; or any, for
   kmp_set_defaults.  */

#include "kmp_env.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "libomp.h"

typedef bool reader (const char *value, struct libomp_text *out);

static void __attribute__ ((format (printf, 2, 3)))
add (struct libomp_text *out, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  size_t room = sizeof (out->text) - out->used;
  int length = vsnprintf (out->text + out->used, room, format, ap);
  va_end (ap);
  if (length >= 0 && (size_t)length < room)
    out->used += (size_t)length;
  else
    out->text[out->used] = '\0';
}

bool
libomp_kmp_number (const char **at, uint64_t *number)
{
  char *end;
  if (!isdigit ((unsigned char)**at))
    return false;
  *number = strtoumax (*at, &end, 10);
  *at = end;
  return true;
}

/* WORD, in any case, at *AT, which goes behind it.  */
static bool
take (const char **at, const char *word)
{
  size_t n = strlen (word);
  if (strncasecmp (*at, word, n) != 0
      || (isalnum ((unsigned char)word[n - 1])
          && isalnum ((unsigned char)(*at)[n])))
    return false;
  *at += n;
  return true;
}

/* ---- Numbers.  */

/* "all" is no limit.  */
static bool
limit (const char *variable, const char *value, struct libomp_text *out)
{
  uint64_t n;
  const char *at = value;
  if (strcasecmp (value, "all") == 0)
    return true;
  if (!libomp_kmp_number (&at, &n) || *at != '\0' || n == 0)
    return false;
  add (out, "%s=%" PRIu64, variable, n);
  return true;
}

static bool
read_thread_limit (const char *value, struct libomp_text *out)
{
  return limit ("OMP_THREAD_LIMIT", value, out);
}

static bool
read_teams_thread_limit (const char *value, struct libomp_text *out)
{
  return limit ("OMP_TEAMS_THREAD_LIMIT", value, out);
}

/* Bytes, if there is no unit.  */
static bool
read_stack_size (const char *value, struct libomp_text *out)
{
  uint64_t n;
  const char *at = value;
  if (!libomp_kmp_number (&at, &n))
    return false;
  char unit = *at == '\0' ? 'B' : *at++;
  if (strchr ("BKMGbkmg", unit) == NULL)
    return false;
  if (toupper ((unsigned char)unit) != 'B'
      && toupper ((unsigned char)*at) == 'B')
    at++;
  if (*at != '\0')
    return false;
  add (out, "OMP_STACKSIZE=%" PRIu64 "%c", n, unit);
  return true;
}

/* Milliseconds, if there is no unit.  A round of GOMP_SPINCOUNT is 4 ns.  */
static bool
read_block_time (const char *value, struct libomp_text *out)
{
  uint64_t n;
  const char *at = value;
  if (strcasecmp (value, "infinite") == 0)
    {
      add (out, "GOMP_SPINCOUNT=infinite");
      return true;
    }
  if (!libomp_kmp_number (&at, &n))
    return false;
  uint64_t rounds = strcasecmp (at, "us") == 0 ? 250 : 250000;
  if (*at != '\0' && strcasecmp (at, "us") != 0 && strcasecmp (at, "ms") != 0)
    return false;
  if (n >= UINT64_MAX / rounds)
    add (out, "GOMP_SPINCOUNT=infinite");
  else
    add (out, "GOMP_SPINCOUNT=%" PRIu64, n * rounds);
  return true;
}

static bool
read_library (const char *value, struct libomp_text *out)
{
  if (strcasecmp (value, "serial") == 0)
    add (out, "OMP_THREAD_LIMIT=1");
  else if (strcasecmp (value, "turnaround") == 0)
    add (out, "OMP_WAIT_POLICY=active");
  else if (strcasecmp (value, "throughput") != 0)
    return false;
  return true;
}

/* ---- Reports.  */

static bool
is_any (const char *value, const char *const *words, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcasecmp (value, words[i]) == 0)
      return true;
  return false;
}

/* The settings, with the version of the library among them.  */
static bool
read_report (const char *value, struct libomp_text *out)
{
  static const char *const yes[]
      = { "1", "true", "t", "yes", "y", "on", "enabled", ".true.", ".t." };
  static const char *const no[]
      = { "0", "false", "f", "no", "n", "off", "disabled", ".false.", ".f." };
  if (is_any (value, yes, GOMP_ARRAY_SIZE (yes)))
    add (out, "OMP_DISPLAY_ENV=verbose");
  else if (!is_any (value, no, GOMP_ARRAY_SIZE (no)))
    return false;
  return true;
}

/* ---- Places.  */

struct affinity
{
  const char *places; /* a place is one of these */
  const char *bind;   /* OMP_PROC_BIND */
  const char *list;   /* proclist, behind its bracket, or NULL */
};

/* Processors n, n-m, n-m:stride and {n,n}, with commas between, up to a
   bracket: OMP_PLACES writes them otherwise.  */
static bool
translate_list (const char *at, struct libomp_text *out)
{
  add (out, "OMP_PLACES=");
  while (*at != ']' && *at != '\0')
    {
      uint64_t first, last, stride = 1;
      if (*at == '{')
        {
          size_t n = strcspn (at, "}");
          if (at[n] == '\0')
            return false;
          add (out, "%.*s", (int)n + 1, at);
          at += n + 1;
        }
      else
        {
          if (!libomp_kmp_number (&at, &first))
            return false;
          last = first;
          if (*at == '-' && (at++, !libomp_kmp_number (&at, &last)))
            return false;
          if (*at == ':' && (at++, !libomp_kmp_number (&at, &stride)))
            return false;
          if (last < first || stride == 0)
            return false;
          add (out, "{%" PRIu64 "}:%" PRIu64 ":%" PRIu64, first,
               (last - first) / stride + 1, stride);
        }
      if (*at == ',')
        add (out, "%c", *at++);
    }
  return *at == ']';
}

/* One of the words that the value consists of.  */
static bool
take_affinity_word (const char **at, struct affinity *a)
{
  static const struct
  {
    const char *word;
    const char *places;
    const char *bind;
  } words[] = { { "granularity=fine", "threads", NULL },
                { "granularity=thread", "threads", NULL },
                { "granularity=core", "cores", NULL },
                { "granularity=socket", "sockets", NULL },
                { "compact", NULL, "close" },
                { "scatter", NULL, "spread" },
                { "balanced", NULL, "spread" },
                { "explicit", NULL, "close" },
                { "none", NULL, "false" },
                { "disabled", NULL, "false" },
                { "verbose", NULL, NULL },
                { "noverbose", NULL, NULL },
                { "warnings", NULL, NULL },
                { "nowarnings", NULL, NULL },
                { "respect", NULL, NULL } };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (words); i++)
    if (take (at, words[i].word))
      {
        if (words[i].places != NULL)
          a->places = words[i].places;
        if (words[i].bind != NULL)
          a->bind = words[i].bind;
        return true;
      }
  /* Permutation and offset.  compact,1 uses each core once first.  */
  if (take (at, "0"))
    return true;
  if (take (at, "1"))
    {
      a->places = "cores";
      return true;
    }
  if (!take (at, "proclist=["))
    return false;
  a->list = *at;
  *at += strcspn (*at, "]");
  return *(*at)++ == ']';
}

static bool
read_affinity (const char *value, struct libomp_text *out)
{
  struct affinity a = { .places = "cores", .bind = "" };
  const char *at = value;
  do
    if (!take_affinity_word (&at, &a))
      return false;
  while (*at == ',' && *++at != '\0');
  if (*at != '\0')
    return false;
  if (*a.bind == '\0')
    return true;
  if (a.list != NULL)
    {
      if (!translate_list (a.list, out))
        return false;
      add (out, "|");
    }
  else if (strcmp (a.bind, "false") != 0)
    add (out, "OMP_PLACES=%s|", a.places);
  add (out, "OMP_PROC_BIND=%s", a.bind);
  return true;
}

static bool
read_subset (const char *value, struct libomp_text *out)
{
  (void)out;
  enum libomp_subset result = libomp_kmp_subset (value);
  if (result == LIBOMP_SUBSET_EMPTY)
    core.warning ("KMP_HW_SUBSET has no effect: the process may use no such "
                  "CPUs, or the system does not report how they are grouped");
  return result != LIBOMP_SUBSET_WRONG;
}

/* ---- All.  */

static bool
read_not_needed (const char *value, struct libomp_text *out)
{
  (void)value;
  (void)out;
  return true;
}

bool
libomp_kmp_translate (const char *entry, struct libomp_text *out)
{
  static const struct
  {
    const char *name;
    reader *read;
  } rows[] = {
#define KMP(name, reader) { "KMP_" #name, read_##reader },
#include "kmp_env.def"
#undef KMP
  };
  char text[300];
  size_t n = strcspn (entry, "=");
  *out = (struct libomp_text){ 0 };
  for (size_t i = 0; entry[n] == '=' && i < GOMP_ARRAY_SIZE (rows); i++)
    if (strlen (rows[i].name) == n && memcmp (rows[i].name, entry, n) == 0)
      {
        if (rows[i].read (entry + n + 1, out))
          return true;
        snprintf (text, sizeof (text), "%.200s: not understood, and ignored",
                  entry);
        core.warning (text);
        return false;
      }
  snprintf (text, sizeof (text), "%.*s has no effect in this library",
            n < 200 ? (int)n : 200, entry);
  core.warning (text);
  return false;
}

/* All at once: the library may report them.  */
void
libomp_kmp_read (void)
{
  struct libomp_text settings, all = { 0 };
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
    if (strncmp (*entry, "KMP_", 4) == 0
        && libomp_kmp_translate (*entry, &settings) && settings.used > 0)
      add (&all, "%s%s", all.used > 0 ? "|" : "", settings.text);
  if (all.used > 0)
    core.add_variables (all.text);
}
