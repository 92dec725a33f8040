/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Asks the library which facts it has found on this machine, in this
   environment; see include/offgomp_describe.h.  One thread; the library stays
   loaded.  */

#include "ask.h"

#include <dlfcn.h>
#include <string.h>

#include "offgomp_describe.h"

/* Where the records of a kind go.  One that is not here becomes an element of a
   list of its kind's name.  */
static const struct row
{
  const char *kind;
  const char *name;
  bool is_one; /* there is one record, so it needs no list */
} rows[] = { { "cpus", "cpus", true },
             { "place", "places", false },
             { "setting", "settings", false },
             { "device", "devices", false },
             { "absent", "absent", false } };

struct answer
{
  struct report *in;
  struct report *record; /* the present one */
};

static void
begin (void *context, const char *kind)
{
  struct answer *answer = context;
  struct row row = { kind, kind, false };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (rows); i++)
    if (strcmp (rows[i].kind, kind) == 0)
      row = rows[i];
  answer->record = row.is_one
                       ? report_object (answer->in, row.name)
                       : report_object (report_list (answer->in, row.name), "");
}

static void
text (void *context, const char *name, const char *value)
{
  struct answer *answer = context;
  report_text (answer->record, name, value);
}

static void
number (void *context, const char *name, long long value)
{
  struct answer *answer = context;
  report_number (answer->record, name, value);
}

bool
ask_library (struct report *in, const char *path)
{
  struct answer answer = { .in = in };
  void *handle = dlopen (path, RTLD_NOW);
  void *symbol = handle != NULL ? dlsym (handle, OFFGOMP_DESCRIBE) : NULL;
  if (symbol == NULL)
    {
      report_text (in, "error", dlerror ());
      return false;
    }
  offgomp_describe_function *describe;
  memcpy (&describe, &symbol, sizeof (describe));
  /* In the order of the report, also if there are none.  */
  static const char *const lists[] = { "devices", "absent", "places" };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (lists); i++)
    report_list (in, lists[i]);
  describe (&(struct offgomp_describer){ begin, text, number, &answer });
  return true;
}
