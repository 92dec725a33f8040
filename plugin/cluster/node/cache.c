/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images that stay on the node between runs, in the directory that
   OFFLOAD_IMAGE_CACHE names: a file for each, called by its hash.  Owns no
   data; any thread.

   Servers of several programs use the directory at once.  A file gets its name
   when it is complete.  Who reads one compares its hash, so neither a damaged
   file nor another user's is ever loaded.  The directory must be the user's own
   and closed to others; no link is followed.  When there is too much, the
   images that were not used for longest are removed.  Files with other names
   stay.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/memory.h"
#include "server.h"

/* Most bytes of all images together.  */
#define CACHE_MAX ((uint64_t)256 << 20)
#define NAME_LENGTH 64
/* A file that is being written has this before its name; after so many seconds
   nobody does so any more.  */
#define UNFINISHED "part-"
#define WRITING_SECONDS 600

static void
write_name (const uint8_t hash[32], char name[NAME_LENGTH + 1])
{
  for (int i = 0; i < 32; i++)
    snprintf (name + 2 * i, 3, "%02x", hash[i]);
}

/* Why the directory is not used, once.  */
static void
complain (const char *path, const char *why)
{
  static atomic_bool said;
  if (!atomic_exchange (&said, true))
    dprintf (STDERR_FILENO,
             "offgomp-node: %s: images are not kept in OFFLOAD_IMAGE_CACHE "
             "'%s': %s\n",
             node_server.name, path, why);
}

/* A descriptor of the directory, or -1.  */
static int
open_directory (bool make)
{
  struct stat s;
  const char *path = getenv ("OFFLOAD_IMAGE_CACHE");
  if (path == NULL || *path == '\0')
    return -1;
  if (make && mkdir (path, 0700) != 0 && errno != EEXIST)
    {
      complain (path, strerror (errno));
      return -1;
    }
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && make)
    complain (path, strerror (errno));
  if (fd < 0)
    return -1;
  if (fstat (fd, &s) == 0 && s.st_uid == geteuid () && (s.st_mode & 077) == 0)
    return fd;
  complain (path, "it is another user's, or others may use it");
  os_close (&fd);
  return -1;
}

/* ---- Reading.  */

static bool
read_all (int fd, char *bytes, size_t size)
{
  while (size > 0)
    {
      ssize_t n = read (fd, bytes, size);
      if (n == 0 || (n < 0 && errno != EINTR))
        return false;
      bytes += n > 0 ? n : 0;
      size -= n > 0 ? (size_t)n : 0;
    }
  return true;
}

bool
node_cache_read (const uint8_t hash[32], char *bytes, size_t size)
{
  char name[NAME_LENGTH + 1];
  struct stat s;
  int directory = open_directory (false);
  if (directory < 0)
    return false;
  write_name (hash, name);
  int fd = openat (directory, name,
                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  bool ok = fd >= 0 && fstat (fd, &s) == 0 && S_ISREG (s.st_mode)
            && (uint64_t)s.st_size == size && read_all (fd, bytes, size);
  /* It was used now.  */
  if (ok)
    futimens (fd, NULL);
  os_close (&fd);
  os_close (&directory);
  return ok;
}

void
node_cache_remove (const uint8_t hash[32])
{
  char name[NAME_LENGTH + 1];
  int directory = open_directory (false);
  if (directory < 0)
    return;
  write_name (hash, name);
  unlinkat (directory, name, 0);
  os_close (&directory);
}

/* ---- Writing.  */

/* Create the file NAME.  If another server writes the same now, that will
   do.  */
static int
create (int directory, const char *name)
{
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  struct stat s;
  int fd = openat (directory, name, flags, 0600);
  if (fd >= 0 || errno != EEXIST
      || fstatat (directory, name, &s, AT_SYMLINK_NOFOLLOW) != 0
      || time (NULL) - s.st_mtime < WRITING_SECONDS)
    return fd;
  unlinkat (directory, name, 0);
  return openat (directory, name, flags, 0600);
}

/* One that nobody goes on with, as its writer was killed, counts, too.  */
static bool
is_ours (const char *name)
{
  size_t before = strlen (UNFINISHED);
  if (strncmp (name, UNFINISHED, before) == 0)
    name += before;
  return strlen (name) == NAME_LENGTH
         && strspn (name, "0123456789abcdef") == NAME_LENGTH;
}

static bool
is_older (const struct timespec *a, const struct timespec *b)
{
  return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec
                                : a->tv_nsec < b->tv_nsec;
}

/* Find the bytes of all images, and in OLDEST the one that was not used for
   longest.  */
static uint64_t
look_through (int directory, DIR *d, char oldest[NAME_MAX + 1])
{
  uint64_t sum = 0;
  struct timespec when = { 0 };
  struct stat s;
  oldest[0] = '\0';
  rewinddir (d);
  for (struct dirent *e; (e = readdir (d)) != NULL;)
    {
      if (!is_ours (e->d_name)
          || fstatat (directory, e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0
          || !S_ISREG (s.st_mode))
        continue;
      sum += (uint64_t)s.st_size;
      if (oldest[0] != '\0' && !is_older (&s.st_mtim, &when))
        continue;
      when = s.st_mtim;
      strcpy (oldest, e->d_name);
    }
  return sum;
}

/* Make room for SIZE bytes.  */
static void
trim (int directory, size_t size)
{
  char oldest[NAME_MAX + 1];
  DIR *d = fdopendir (fcntl (directory, F_DUPFD_CLOEXEC, 0));
  if (d == NULL)
    return;
  while (look_through (directory, d, oldest) > CACHE_MAX - size
         && oldest[0] != '\0')
    if (unlinkat (directory, oldest, 0) != 0 && errno != ENOENT)
      break;
  closedir (d);
}

void
node_cache_write (const uint8_t hash[32], const char *bytes, size_t size)
{
  char name[sizeof (UNFINISHED) + NAME_LENGTH];
  const char *final = name + strlen (UNFINISHED);
  int directory = size <= CACHE_MAX ? open_directory (true) : -1;
  if (directory < 0)
    return;
  strcpy (name, UNFINISHED);
  write_name (hash, name + strlen (UNFINISHED));
  trim (directory, size);
  int fd = create (directory, name);
  if (fd >= 0
      && (os_write_file (fd, bytes, size) != 0
          || renameat (directory, name, directory, final) != 0))
    unlinkat (directory, name, 0);
  os_close (&fd);
  os_close (&directory);
}
