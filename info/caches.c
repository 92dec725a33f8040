/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The caches of the machine's first CPU, from sysfs, or else from the C
   library.  Owns no data; one thread.  */

#include "caches.h"

#include <string.h>
#include <unistd.h>

#define CACHE_DIRECTORY "/sys/devices/system/cpu/cpu0/cache/index"

/* The first line of FILE of cache INDEX, into TEXT of SIZE bytes.  */
static bool
read_line (int index, const char *name, char *text, int size)
{
  char path[128];
  snprintf (path, sizeof (path), CACHE_DIRECTORY "%d/%s", index, name);
  FILE *file = fopen (path, "re");
  bool ok = file != NULL && fgets (text, size, file) != NULL;
  if (file != NULL)
    fclose (file);
  if (ok)
    text[strcspn (text, "\n")] = '\0';
  return ok;
}

static void
report_cache (struct report *in, int index)
{
  static const char *const files[][2] = { { "type", "type" },
                                          { "size", "size" },
                                          { "line", "coherency_line_size" },
                                          { "shared_by", "shared_cpu_list" } };
  char text[256];
  struct report *cache = report_object (in, "");
  if (read_line (index, "level", text, sizeof (text)))
    report_text (cache, "level", text);
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (files); i++)
    if (read_line (index, files[i][1], text, sizeof (text)))
      report_text (cache, files[i][0], text);
}

void
caches_report (struct report *in)
{
  char text[16];
  for (int i = 0; i < 16 && read_line (i, "level", text, sizeof (text)); i++)
    report_cache (in, i);
  if (in->first != NULL)
    return;
  struct report *cache = report_object (in, "");
  report_text (cache, "level", "1");
  report_number (cache, "line", sysconf (_SC_LEVEL1_DCACHE_LINESIZE));
}
