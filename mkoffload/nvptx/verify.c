/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Checking by ptxas; see verify.h.

   Each release of CUDA adds new architectures and drops old ones, while code
   for an old one runs on all newer ones.  So the code is checked for the oldest
   architecture that this ptxas knows and that can run the code.  The help text
   of ptxas lists its architectures in quotes, such as 'sm_75'.  If there is no
   ptxas, or it knows no such architecture, nothing is checked.  */

#include "verify.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"
#include "process.h"

static bool
is_unwanted (const struct options *options)
{
  for (size_t i = 0; i < options->compile.count; i++)
    if (strcmp (options->compile.item[i], "-Wa,--no-verify") == 0)
      return true;
  return false;
}

/* The lowest N not below TARGET of 'sm_N' in the help text of PTXAS; 0: none.
   Architectures with a letter do not accept all code.  */
static unsigned
oldest_known (const char *ptxas, unsigned target, bool verbose)
{
  struct list command = { 0 };
  list_add (&command, ptxas);
  list_add (&command, "--help");
  char *answer;
  if (run (&command, &answer, verbose) != 0)
    return 0;
  unsigned oldest = 0;
  const char *p = answer;
  while ((p = strstr (p, "'sm_")) != NULL)
    {
      char *end;
      p += strlen ("'sm_");
      unsigned long known = strtoul (p, &end, 10);
      if (*end == '\'' && known >= target && (oldest == 0 || known < oldest))
        oldest = (unsigned)known;
    }
  return oldest;
}

static void
complain (const char *messages, unsigned architecture,
          const struct options *options)
{
  fputs (messages, stderr);
  say_warning ("ptxas does not accept the code of '%s' for sm_%u",
               options->name, architecture);
  say_hint ("the driver of an NVIDIA device may refuse it as well; without the "
            "check: -foffload-options=nvptx-none=-Wa,--no-verify");
}

void
verify (const char *path, unsigned target, const struct options *options)
{
  const char *ptxas = is_unwanted (options) ? NULL : find_program ("ptxas");
  if (ptxas == NULL)
    return;
  unsigned architecture = oldest_known (ptxas, target, options->verbose);
  if (architecture == 0)
    return;
  char option[32];
  snprintf (option, sizeof option, "-arch=sm_%u", architecture);
  struct list command = { 0 };
  list_add (&command, ptxas);
  list_add (&command, "-c");
  list_add (&command, "-O0");
  list_add (&command, option);
  list_add (&command, "-o");
  list_add (&command, "/dev/null");
  list_add (&command, path);
  char *messages;
  if (run (&command, &messages, options->verbose) != 0)
    complain (messages, architecture, options);
}
