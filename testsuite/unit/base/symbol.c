/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The names of symbols as they are in the source.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/symbol.h"
#include "check.h"

/* That of the library of C++ for one name.  */
char *__cxa_demangle (const char *name, char *buffer, size_t *size,
                      int *status);
char *
__cxa_demangle (const char *name, char *buffer, size_t *size, int *status)
{
  bool known = buffer == NULL && size == NULL && strcmp (name, "_Z1fi") == 0;
  *status = known ? 0 : -2;
  return known ? strdup ("f(int)") : NULL;
}

static bool
reads (const char *symbol, const char *expected)
{
  char text[64];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  gomp_symbol_write (&sb, symbol);
  if (strcmp (text, expected) != 0)
    printf ("'%s' reads '%s'\n", symbol, text);
  return strcmp (text, expected) == 0 && sb.length == strlen (expected);
}

static void
test_c (void)
{
  EXPECT (reads ("main", "main"));
  EXPECT (reads ("main._omp_fn.0", "main._omp_fn.0"));
  EXPECT (reads ("f.part.0", "f.part.0"));
  EXPECT (reads ("count.1", "count"));
  EXPECT (reads ("inner.12._omp_fn.3", "inner._omp_fn.3"));
  EXPECT (reads (".text", ".text"));
  EXPECT (reads ("", ""));
  EXPECT (reads ("f.", "f."));
}

static void
test_fortran (void)
{
  EXPECT (reads ("__parameters_MOD_dt", "parameters::dt"));
  EXPECT (reads ("__solver_MOD_step._omp_fn.0", "solver::step._omp_fn.0"));
  EXPECT (reads ("__BLNK__", "//"));
  EXPECT (reads ("MAIN__", "MAIN__"));
  EXPECT (reads ("parameters_MOD_dt", "parameters_MOD_dt"));
  EXPECT (reads ("__f.x_MOD_y", "__f.x_MOD_y"));
}

static void
test_cxx (void)
{
  EXPECT (reads ("_Z1fi", "f(int)"));
  EXPECT (reads ("_Z1fi._omp_fn.0", "f(int)._omp_fn.0"));
  EXPECT (reads ("_Zero", "_Zero"));
}

int
main (void)
{
  RUN (test_c);
  RUN (test_fortran);
  RUN (test_cxx);
  return check_done ();
}
