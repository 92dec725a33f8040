/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sanitizers of the images; see sanitizers.h.  Owns no data; main thread.

   The host names their libraries (host/sanitizers.c).  Only the dynamic linker
   can load them in front of the C library, so this process starts again.

   This program is not instrumented itself.  It starts the sanitizers
   nevertheless: in other programs constructors do that, but those of an image
   run after this process has called what the libraries replace.  */

#include "target/sanitizers.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "proto.h"

#define LINKER_VARIABLE "LD_PRELOAD"

static void
start_all (void)
{
  static const char *const starts[]
      = { "__asan_init", "__tsan_init", "__lsan_init" };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (starts); i++)
    {
      void (*start) (void) = (void (*) (void))dlsym (RTLD_DEFAULT, starts[i]);
      if (start != NULL)
        start ();
    }
}

/* The text behind PREFIX and a separator in TEXT.  NULL: TEXT does not begin
   with PREFIX.  */
static const char *
after (const char *text, const char *prefix)
{
  size_t length = strlen (prefix);
  if (text == NULL || strncmp (text, prefix, length) != 0)
    return NULL;
  return text + length + (text[length] == ':');
}

void
x86emul_sanitizers_init (char **argv)
{
  char all[PATH_MAX * 3];
  const char *wanted = getenv (X86EMUL_PRELOAD);
  const char *others = getenv (LINKER_VARIABLE);
  if (wanted != NULL && after (others, wanted) == NULL)
    {
      snprintf (all, sizeof (all), "%s%s%s", wanted, others == NULL ? "" : ":",
                others == NULL ? "" : others);
      setenv (LINKER_VARIABLE, all, 1);
      execv ("/proc/self/exe", argv);
      setenv (LINKER_VARIABLE, wanted, 1);
    }
  start_all ();
}

void
x86emul_sanitizers_forget (void)
{
  const char *wanted = getenv (X86EMUL_PRELOAD);
  const char *others
      = wanted == NULL ? NULL : after (getenv (LINKER_VARIABLE), wanted);
  char *copy = others == NULL ? NULL : strdup (others);
  if (copy != NULL && *copy != '\0')
    setenv (LINKER_VARIABLE, copy, 1);
  else if (copy != NULL)
    unsetenv (LINKER_VARIABLE);
  unsetenv (X86EMUL_PRELOAD);
  free (copy);
}
