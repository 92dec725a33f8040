/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The directory of linked images; see cache_directory.h.  Owns no data.  Any
   thread may call this while other processes do the same: a file that is
   removed while another process reads it stays readable there.

   Without GOMP_NVPTX_CACHE it is offgomp/nvptx in the user's directory for such
   files, by the XDG Base Directory Specification.  */

#include "cache_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "plugin.h"

#define PATH_ROOM 1024
/* A temporary file of this age in seconds is left over: no process writes it
   any more.  */
#define ABANDONED 3600

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

bool
nvptx_cache_is_private (const char *name, const struct stat *s)
{
  if (s->st_uid != geteuid ())
    GOMP_PLUGIN_debug (0, "nvptx: cache: %s is not used: user %ld owns it\n",
                       name, (long)s->st_uid);
  else if ((s->st_mode & (S_IWGRP | S_IWOTH)) != 0)
    GOMP_PLUGIN_debug (0, "nvptx: cache: %s is not used: others can write it\n",
                       name);
  else
    return true;
  return false;
}

int
nvptx_cache_directory_open (bool create)
{
  char path[PATH_ROOM];
  struct stat s;
  if (!find_path (path))
    return -1;
  if (create)
    make_parts (path);
  int directory = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0
      && (fstat (directory, &s) != 0 || !nvptx_cache_is_private (path, &s)))
    {
      close (directory);
      directory = -1;
    }
  return directory;
}

/* ---- Keeping it small.  */

struct kept
{
  struct timespec used;
  uint64_t size;
  char name[NVPTX_CACHE_NAME_MAX];
};

struct list
{
  struct kept *file;
  size_t count, room;
  uint64_t size; /* of all */
};

static void
append (struct list *list, const char *name, const struct stat *s)
{
  if (list->count == list->room)
    {
      size_t room = list->room + 64;
      struct kept *more = realloc (list->file, room * sizeof (*more));
      if (more == NULL)
        return;
      list->file = more;
      list->room = room;
    }
  struct kept *k = &list->file[list->count++];
  k->used = s->st_mtim;
  k->size = (uint64_t)s->st_size;
  list->size += k->size;
  memcpy (k->name, name, strlen (name) + 1);
}

/* If NAME is a linked image, append it to LIST; if it is an old temporary file,
   remove it.  */
static void
look_at (int directory, const char *name, struct list *list)
{
  struct stat s;
  const char *suffix = strstr (name, NVPTX_CACHE_SUFFIX);
  if (suffix == NULL || strlen (name) >= NVPTX_CACHE_NAME_MAX
      || fstatat (directory, name, &s, AT_SYMLINK_NOFOLLOW) != 0
      || !S_ISREG (s.st_mode))
    return;
  if (strcmp (suffix, NVPTX_CACHE_SUFFIX) == 0)
    append (list, name, &s);
  else if (time (NULL) - s.st_mtim.tv_sec > ABANDONED)
    unlinkat (directory, name, 0);
}

static int
compare_use (const void *a, const void *b)
{
  const struct timespec *x = &((const struct kept *)a)->used;
  const struct timespec *y = &((const struct kept *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

void
nvptx_cache_directory_trim (int directory, uint64_t limit)
{
  struct list list = { .file = NULL };
  int copy = openat (directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy >= 0 ? fdopendir (copy) : NULL;
  if (stream == NULL)
    {
      if (copy >= 0)
        close (copy);
      return;
    }
  for (struct dirent *e; (e = readdir (stream)) != NULL;)
    look_at (directory, e->d_name, &list);
  closedir (stream);
  if (list.size > limit)
    qsort (list.file, list.count, sizeof (list.file[0]), compare_use);
  for (size_t i = 0; i < list.count && list.size > limit; i++)
    {
      unlinkat (directory, list.file[i].name, 0);
      list.size -= list.file[i].size;
    }
  free (list.file);
}
