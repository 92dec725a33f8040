/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* list FILE: is FILE a valid trace?  Then a line for each event:

     CATEGORY|NAME|SOURCE|VARIABLE|BYTES

   list -c FILE: instead, for each event that is no name:

     PHASE|CATEGORY|NAME|BYTES  */

#include "../../diag/trace-read.h"

static struct trace trace;

/* The part of TEXT behind its last slash.  */
static const char *
last_part (const char *text)
{
  const char *slash = strrchr (text, '/');
  return slash == NULL ? text : slash + 1;
}

static void
print_place (const struct trace_event *e)
{
  const char *end = strstr (e->name, "._omp_fn");
  int length = (int)(end == NULL ? strlen (e->name) : (size_t)(end - e->name));
  printf ("%s|%.*s|%s|%s|", e->category, length, e->name, last_part (e->source),
          e->variable);
  if (trace_has (e, TRACE_BYTES))
    printf ("%.0f", e->bytes);
  putchar ('\n');
}

int
main (int argc, char **argv)
{
  bool counts = argc == 3 && strcmp (argv[1], "-c") == 0;
  if (argc != 2 + counts || !trace_load (&trace, argv[argc - 1]) || !trace.valid
      || !trace_is_nested (&trace))
    return 1;
  for (int i = 0; i < trace.count; i++)
    {
      const struct trace_event *e = &trace.events[i];
      if (!counts)
        print_place (e);
      else if (e->phase != 'M')
        printf ("%c|%s|%s|%.0f\n", e->phase, e->category, e->name, e->bytes);
    }
  return 0;
}
