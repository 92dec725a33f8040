/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The directory of linked images; see cache_directory.h.  Owns no data.  Any
   thread may call this while other processes do the same (os/kept_file.h).

   Without GOMP_NVPTX_CACHE it is offgomp/nvptx in the user's directory for such
   files, by the XDG Base Directory Specification.  */

#include "cache_directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "plugin.h"

#define PATH_ROOM 1024
/* A temporary file of this age in seconds is left over: no process writes it
   any more.  */
#define ABANDONED 3600
/* Rights that no other user may have.  */
#define OTHERS (S_IWGRP | S_IWOTH)

/* ---- Finding it.  */

/* Make the missing directories of PATH, as private ones.  */
static void
make_parts (char *path)
{
  for (char *slash = path; (slash = strchr (slash + 1, '/')) != NULL;)
    {
      *slash = '\0';
      mkdir (path, 0700);
      *slash = '/';
    }
  mkdir (path, 0700);
}

/* Store the directory's path in PATH; false: there is none.  In a set-user-ID
   program the variables are ignored, since the user chooses them.  */
static bool
find_path (char *path)
{
  const char *base = secure_getenv ("XDG_CACHE_HOME");
  const char *below = "";
  if (base == NULL || *base != '/')
    {
      base = secure_getenv ("HOME");
      below = "/.cache";
    }
  int n = -1;
  if (nvptx_options.cache != NULL)
    n = snprintf (path, PATH_ROOM, "%s", nvptx_options.cache);
  else if (base != NULL && *base == '/')
    n = snprintf (path, PATH_ROOM, "%s%s/offgomp/nvptx", base, below);
  return n > 0 && n < PATH_ROOM;
}

/* Report why.  */
static void
report_refused (const char *name, const struct stat *s)
{
  if (s->st_uid != geteuid ())
    GOMP_PLUGIN_debug (0, "nvptx: cache: %s is not used: user %ld owns it\n",
                       name, (long)s->st_uid);
  else
    GOMP_PLUGIN_debug (0, "nvptx: cache: %s is not used: others can write it\n",
                       name);
}

bool
nvptx_cache_is_private (const char *name, const struct stat *s)
{
  bool is_private = os_kept_is_private (s, OTHERS);
  if (!is_private)
    report_refused (name, s);
  return is_private;
}

int
nvptx_cache_directory_open (bool create)
{
  char path[PATH_ROOM];
  struct stat s;
  int directory = -1;
  if (!find_path (path))
    return -1;
  if (create)
    make_parts (path);
  if (os_kept_directory_open (path, 0, OTHERS, &directory, &s) == EPERM)
    report_refused (path, &s);
  return directory;
}

/* ---- Writing there.  */

static enum os_kept_kind
kind_of (const char *name)
{
  const char *suffix = strstr (name, NVPTX_CACHE_SUFFIX);
  if (suffix == NULL)
    return OS_KEPT_NONE;
  return strcmp (suffix, NVPTX_CACHE_SUFFIX) == 0 ? OS_KEPT_COMPLETE
                                                  : OS_KEPT_TEMPORARY;
}

void
nvptx_cache_directory_write (int directory, const char *temporary,
                             const char *name, const struct iovec *part,
                             unsigned count)
{
  const struct os_kept kept = { .limit = nvptx_options.cache_size,
                                .giving_up = ABANDONED,
                                .kind = kind_of };
  os_kept_write (directory, &kept, temporary, name, part, count);
}
