/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Preloaded into a client: when the process ends, this appends the OpenMP
   runtimes that the process has mapped to the file $CLIENT_MAPS, one path a
   line.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__ ((destructor)) static void
tell_maps (void)
{
  const char *name = getenv ("CLIENT_MAPS");
  FILE *maps = fopen ("/proc/self/maps", "r");
  FILE *out = name ? fopen (name, "a") : NULL;
  char line[4096];
  char last[4096] = "";
  while (maps && out && fgets (line, sizeof line, maps))
    {
      char *path = strchr (line, '/');
      if (path && strcmp (path, last) != 0
          && (strstr (path, "/libgomp.so") || strstr (path, "/libomp")))
        {
          fputs (path, out);
          strcpy (last, path);
        }
    }
  if (out)
    fclose (out);
  if (maps)
    fclose (maps);
}
