/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two libraries take turns, mostly at the same addresses.  */

#include <dlfcn.h>
#include <stdio.h>

int
main (void)
{
  for (int i = 0; i < 6; i++)
    {
      const char *name = i % 2 == 0 ? "./libalpha.so" : "./libbeta.so";
      void *library = dlopen (name, RTLD_NOW);

      if (!library)
        {
          fprintf (stderr, "%s\n", dlerror ());
          return 1;
        }
      int (*call) (void) = dlsym (library, "library_call");
      if (call () != 1 || dlclose (library) != 0)
        return 1;
    }
  return 0;
}
