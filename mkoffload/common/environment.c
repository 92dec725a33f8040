/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Toolchain directory and search paths; see environment.h.  */

#include "environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

char *
program_directory (int levels)
{
  char *path = realpath ("/proc/self/exe", NULL);
  for (int i = 0; path != NULL && i <= levels; i++)
    {
      char *slash = strrchr (path, '/');
      if (slash == NULL)
        {
          free (path);
          return NULL;
        }
      *slash = '\0';
    }
  return path;
}

static bool
same_directory (const char *one, const char *other)
{
  struct stat a, b;
  return stat (one, &a) == 0 && stat (other, &b) == 0 && a.st_dev == b.st_dev
         && a.st_ino == b.st_ino;
}

static bool
is_toolchain (const char *directory)
{
  char *plugin = concat (directory, "/x86emul-stream.so", NULL);
  bool is = access (plugin, F_OK) == 0;
  free (plugin);
  return is;
}

void
drop_from_path (const char *name, const char *directory)
{
  const char *value = getenv (name);
  if (value == NULL)
    return;
  char *rest = xstrdup (value);
  char *kept = xstrdup ("");
  char *next = rest;
  for (char *part; (part = strsep (&next, ":")) != NULL;)
    if (*part != '\0' && !same_directory (part, directory)
        && !is_toolchain (part))
      kept = reconcat (kept, kept, *kept == '\0' ? "" : ":", part, NULL);
  if (*kept == '\0')
    unsetenv (name);
  else
    setenv (name, kept, 1);
  free (kept);
  free (rest);
}
