/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the table of libgomp.so.1 when this library is loaded, before any code
   that was linked with it runs.  */

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kmp_env.h"
#include "libomp.h"
#include "routines.h"

struct offgomp_core core;
_Atomic intptr_t libomp_distance;

/* The libgomp.so.1 of this process, wherever it comes from, is not ours.  The
   printer would be in it.  */
static _Noreturn COLD void
refuse (const char *file, void *handle)
{
  const char *(*version) (void)
      = (const char *(*)(void))dlsym (handle, "offgomp_version");
  Dl_info mine = { .dli_fname = "libomp.so.5" };
  char text[2048];
  dladdr ((void *)refuse, &mine);
  int length = snprintf (
      text, sizeof (text),
      "\nlibgomp: %s of " PACKAGE_STRING
      " shares its threads with the libgomp.so.1 of the same package, but this "
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

static __attribute__ ((constructor (101))) void
find_core (void)
{
  struct link_map *theirs = NULL;
  void *handle = dlopen ("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  offgomp_core_getter *get
      = handle == NULL ? NULL
                       : (offgomp_core_getter *)dlsym (handle, OFFGOMP_CORE);
  const struct offgomp_core *table
      = get == NULL ? NULL : get (PACKAGE_VERSION, sizeof (core));
  if (table == NULL)
    {
      if (handle != NULL)
        dlinfo (handle, RTLD_DI_LINKMAP, &theirs);
      refuse (theirs == NULL ? "libgomp.so.1" : theirs->l_name, handle);
    }
  core = *table;
  core.share_distance (&libomp_distance);
  libomp_find_routines (handle);
  libomp_kmp_read ();
}

struct offgomp_thread *
libomp_find_thread (void)
{
  return core.thread_data ();
}

static atomic_int last_number;

int32_t
libomp_number_thread (struct offgomp_thread *me)
{
  /* Relaxed: only the value matters.  */
  me->number
      = atomic_fetch_add_explicit (&last_number, 1, memory_order_relaxed) + 1;
  return me->number - 1;
}

int
libomp_known_threads (void)
{
  /* Relaxed: may have changed when the caller looks at it, anyway.  */
  return atomic_load_explicit (&last_number, memory_order_relaxed);
}
