/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages of the image's link; see undefined.h.

   GNU ld writes about an undefined symbol, with debug information or without:

     ld: f.o: in function `main._omp_fn.0':
     t.c:12: undefined reference to `helper'
     ld: t.c:(.text+0x1b): undefined reference to `helper'

   From 2.44 on the second line also has the section: t.c:12:(.text+0x1b): ...

   A symbol used many times is named once.  */

#include "undefined.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "list.h"
#include "message.h"

#define REFERENCE "undefined reference to `"
#define INSIDE ": in function `"

static bool
is_known (const struct list *names, const char *name)
{
  for (size_t i = 0; i < names->count; i++)
    if (strcmp (names->item[i], name) == 0)
      return true;
  return false;
}

/* The text in `' quotes that starts at TEXT.  */
static char *
quoted (const char *text)
{
  return xstrndup (text, strcspn (text, "'"));
}

/* The position "file:line" at the start of LINE, or NULL.  */
static char *
position (const char *line, const char *reference)
{
  const char *end = reference;
  while (end > line && (end[-1] == ' ' || end[-1] == ':'))
    end--;
  if (end > line && end[-1] == ')')
    while (end > line && *end != '(')
      end--;
  while (end > line && (end[-1] == ' ' || end[-1] == ':'))
    end--;
  const char *start = end;
  while (start > line && start[-1] >= '0' && start[-1] <= '9')
    start--;
  if (start == end || start == line || start[-1] != ':')
    return NULL;
  const char *program = strstr (line, "ld: ");
  if (program != NULL && program < start)
    line = program + strlen ("ld: ");
  return xstrndup (line, (size_t)(end - line));
}

static void
explain (struct list *names, const char *line, const char *reference,
         const char *function)
{
  char *name = quoted (reference + strlen (REFERENCE));
  if (is_known (names, name))
    return;
  list_add (names, name);
  char *location = position (line, reference);
  say_error ("%s%s'%s' is used in code for the device%s%s%s, but has no "
             "device version",
             location == NULL ? "" : location, location == NULL ? "" : ": ",
             name, function == NULL ? "" : " ('",
             function == NULL ? "" : function, function == NULL ? "" : "')");
}

bool
undefined_explain (const char *messages)
{
  struct list names = { 0 };
  const char *function = NULL;
  char *next = xstrdup (messages);
  for (char *line; (line = strsep (&next, "\n")) != NULL;)
    {
      char *reference = strstr (line, REFERENCE);
      char *inside = strstr (line, INSIDE);
      if (reference != NULL)
        explain (&names, line, reference, function);
      else if (inside != NULL)
        function = quoted (inside + strlen (INSIDE));
      else if (*line != '\0'
               && (names.count == 0 || strstr (line, "collect2: ") == NULL))
        fprintf (stderr, "%s\n", line);
    }
  if (names.count > 0)
    say_hint ("declare it with '#pragma omp declare target' or '#pragma acc "
              "routine' (Fortran: '!$omp declare target', '!$acc routine') "
              "where it is defined and compile that with -B of this "
              "directory; for a function of a library, add it with "
              "-foffload-options=-l<library>; if a shared library with device "
              "code of its own has it, -foffload-options=-Wl,"
              "--unresolved-symbols=ignore-all");
  return names.count > 0;
}
