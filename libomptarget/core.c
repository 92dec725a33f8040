/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the table of libgomp.so.1 when this library is loaded, before any code
   that was linked with it runs; and makes the library known by its other
   names.  */

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libomptarget.h"
#include "routines.h"

struct offgomp_target core;

/* The libgomp.so.1 of this process, wherever it comes from, is not ours.  The
   printer would be in it.  */
static _Noreturn COLD void
refuse (const char *file, void *handle)
{
  const char *(*version) (void)
      = (const char *(*)(void))dlsym (handle, "offgomp_version");
  Dl_info mine = { .dli_fname = "libomptarget.so" };
  char text[2048];
  dladdr ((void *)refuse, &mine);
  int length = snprintf (
      text, sizeof (text),
      "\nlibgomp: %s of " PACKAGE_STRING
      " shares its devices with the libgomp.so.1 of the same package, but this "
      "program has loaded %s, which is %s\n"
      "  hint: put the directory of the former, which has a link to the right "
      "libgomp.so.1, first in LD_LIBRARY_PATH or in the program's run path\n",
      mine.dli_fname, file, version == NULL ? "another project's" : version ());
  if (length >= (int)sizeof (text))
    length = sizeof (text) - 1;
  if (write (STDERR_FILENO, text, (size_t)length) < 0)
    _exit (EXIT_FAILURE);
  _exit (EXIT_FAILURE);
}

/* Programs, libraries and device images ask for this library by the name that
   it has in their release of clang.  If one of these names was found, the
   dynamic linker shall know them all: it looks them up beside this file, and
   finds that it has the file.  */
static void
learn_names (void)
{
  static const char *const names[]
      = { "libomptarget.so.15", "libomptarget.so.16", "libomptarget.so.19.1",
          "libomptarget.so.22.1" };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (names); i++)
    dlopen (names[i], RTLD_LAZY);
}

static __attribute__ ((constructor (101))) void
find_core (void)
{
  struct link_map *theirs = NULL;
  void *handle = dlopen ("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  offgomp_target_getter *get
      = handle == NULL
            ? NULL
            : (offgomp_target_getter *)dlsym (handle, OFFGOMP_TARGET);
  const struct offgomp_target *table
      = get == NULL ? NULL : get (PACKAGE_VERSION, sizeof (core));
  if (table == NULL)
    {
      if (handle != NULL)
        dlinfo (handle, RTLD_DI_LINKMAP, &theirs);
      refuse (theirs == NULL ? "libgomp.so.1" : theirs->l_name, handle);
    }
  core = *table;
  omptarget_find_routines (handle);
  learn_names ();
}

void
omptarget_warning (const char *text)
{
  core.warning (text);
}

void
omptarget_fatal (const char *format, ...)
{
  char text[1024];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof (text), format, args);
  va_end (args);
  core.fatal (text);
}
