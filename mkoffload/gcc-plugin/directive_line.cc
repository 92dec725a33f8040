/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lines with directives; see directive_line.h.

   GCC's code for some directives is that for calls that programs also make
   themselves, and keeps no trace of the directive but its location.  So the
   text of the line decides.  */

#include "gcc_headers.h"

#include "directive_line.h"

static const char *
skip_blanks (const char *text)
{
  return text + strspn (text, " \t");
}

/* #pragma, or _Pragma in a macro; an attribute of C or C++; a comment of
   Fortran in free or fixed form.  */
static bool
has_directive (const char *text)
{
  const char *start = skip_blanks (text);
  if (*start == '#')
    return strncmp (skip_blanks (start + 1), "pragma", 6) == 0;
  if (start[0] == '!' && start[1] == '$')
    return true;
  if (text[0] != '\0' && strchr ("cC*", text[0]) != NULL && text[1] == '$')
    return true;
  return strstr (text, "_Pragma") != NULL || strstr (text, "omp::") != NULL;
}

bool
offgomp_is_directive (location_t location)
{
  expanded_location where = expand_location (location);
  FILE *file = where.file == NULL ? NULL : fopen (where.file, "r");
  char *text = NULL;
  size_t size = 0;
  if (file == NULL)
    return false;
  int line = 0;
  while (line < where.line && getline (&text, &size, file) >= 0)
    line++;
  bool found = line == where.line && line > 0 && has_directive (text);
  free (text);
  fclose (file);
  return found;
}
