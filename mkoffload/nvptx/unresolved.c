/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages of the compiler for nvptx; see unresolved.h.

   Its linker writes "unresolved symbol NAME" for each missing function and no
   more.  */

#include "unresolved.h"

#include <stdio.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"

#define UNRESOLVED "unresolved symbol "

/* Prefixes of names that do not exist on the device, and the remedy.  */
static const struct
{
  const char *prefix;
  const char *hint;
} missing[] = {
  { "_gfortran_st_", "the device has no input and output of Fortran" },
  { "_gfortran_transfer_", "the device has no input and output of Fortran" },
  { "_Zn", "the device has only the plain operators new and delete" },
  { "_Zd", "the device has only the plain operators new and delete" },
  { "__cxa_", "the device has no C++ run-time library: no exceptions, no local "
              "static objects that are constructed" },
  { "_ZNSt", "the device has no C++ run-time library" },
  { "_ZSt", "the device has no C++ run-time library" },
};

#define OTHERWISE                                                              \
  "declare it with '#pragma omp declare target' or '#pragma acc routine' "     \
  "(Fortran: '!$omp declare target', '!$acc routine') where it is defined; a " \
  "library for the device is named by "                                        \
  "-foffload-options=nvptx-none=-l<library>"

static const char *
hint_for (const char *name)
{
  for (size_t i = 0; i < sizeof (missing) / sizeof (*missing); i++)
    if (strncmp (name, missing[i].prefix, strlen (missing[i].prefix)) == 0)
      return missing[i].hint;
  return OTHERWISE;
}

/* Print HINT unless it was the last one printed, which is in SAID.  */
static void
hint_once (const char *hint, const char **said)
{
  if (*said != hint)
    say_hint ("%s", hint);
  *said = hint;
}

bool
unresolved_explain (const char *messages)
{
  const char *said = NULL;
  char *next = xstrdup (messages);
  for (char *line; (line = strsep (&next, "\n")) != NULL;)
    {
      const char *name = strstr (line, UNRESOLVED);
      if (name != NULL)
        {
          name += strlen (UNRESOLVED);
          say_error ("'%s' is used in code for the device, but has no device "
                     "version",
                     name);
          hint_once (hint_for (name), &said);
        }
      else if (*line != '\0'
               && (said == NULL || strstr (line, "collect2: ") == NULL))
        fprintf (stderr, "%s\n", line);
    }
  return said != NULL;
}
