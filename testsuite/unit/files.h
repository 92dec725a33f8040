/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tree of files made for a test, in place of the system's: below `root', a
   new directory from begin_files to end_files.  */

#ifndef UNIT_FILES_H
#define UNIT_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char root[] = "/tmp/files-XXXXXX";

static inline void
begin_files (void)
{
  strcpy (root + strlen (root) - 6, "XXXXXX");
  EXPECT (mkdtemp (root) != NULL);
}

static inline void
put (const char *path, const char *text)
{
  char full[512];
  snprintf (full, sizeof (full), "%s%s", root, path);
  for (char *s = full + sizeof (root); (s = strchr (s, '/')) != NULL; s++)
    {
      *s = '\0';
      mkdir (full, 0777);
      *s = '/';
    }
  FILE *f = fopen (full, "w");
  fputs (text, f);
  fclose (f);
}

static inline void
end_files (void)
{
  char command[128];
  snprintf (command, sizeof (command), "rm -rf %s", root);
  EXPECT (system (command) == 0);
}

#endif
