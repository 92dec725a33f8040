/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the table of libgomp.so.1 when this library is loaded, before any code
   that was linked with it runs; and makes the library known by its other
   names.  */

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>

#include "core_table.h"
#include "libomptarget.h"
#include "routines.h"

struct offgomp_target core;

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
  void *handle;
  core = *(const struct offgomp_target *)core_table_find (
      OFFGOMP_TARGET, sizeof (core), "libomptarget.so", "devices", &handle);
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
