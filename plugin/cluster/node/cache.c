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

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/kept_file.h"
#include "os/memory.h"
#include "server.h"

/* Most bytes of all images together.  */
#define CACHE_MAX ((uint64_t)256 << 20)
#define NAME_LENGTH 64
/* A file that is being written has this before its name; after so many seconds
   nobody does so any more.  */
#define UNFINISHED "part-"
#define WRITING_SECONDS 600

static enum os_kept_kind
kind_of (const char *name)
{
  size_t before = strlen (UNFINISHED);
  bool unfinished = strncmp (name, UNFINISHED, before) == 0;
  name += unfinished ? before : 0;
  if (strlen (name) != NAME_LENGTH
      || strspn (name, "0123456789abcdef") != NAME_LENGTH)
    return OS_KEPT_NONE;
  return unfinished ? OS_KEPT_TEMPORARY : OS_KEPT_COMPLETE;
}

static const struct os_kept kept
    = { .limit = CACHE_MAX, .giving_up = WRITING_SECONDS, .kind = kind_of };

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
  int fd = -1;
  const char *path = getenv ("OFFLOAD_IMAGE_CACHE");
  if (path == NULL || *path == '\0')
    return -1;
  if (make && mkdir (path, 0700) != 0 && errno != EEXIST)
    {
      complain (path, strerror (errno));
      return -1;
    }
  int r = os_kept_directory_open (path, O_NOFOLLOW, 077, &fd, &s);
  if (r == EPERM)
    complain (path, "it is another user's, or others may use it");
  else if (r != 0 && make)
    complain (path, strerror (r));
  return fd;
}

bool
node_cache_read (const uint8_t hash[32], char *bytes, size_t size)
{
  char name[NAME_LENGTH + 1];
  struct stat s;
  int fd = -1, directory = open_directory (false);
  if (directory < 0)
    return false;
  write_name (hash, name);
  bool ok = os_kept_open (directory, name, &fd, &s) == 0
            && (uint64_t)s.st_size == size
            && os_read_file (fd, bytes, size) == 0;
  if (ok)
    os_kept_use (fd);
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

/* If another server writes the same now, that will do.  */
void
node_cache_write (const uint8_t hash[32], const char *bytes, size_t size)
{
  char name[sizeof (UNFINISHED) + NAME_LENGTH] = UNFINISHED;
  char *final = name + strlen (UNFINISHED);
  const struct iovec part = { (char *)bytes, size };
  int directory = size <= CACHE_MAX ? open_directory (true) : -1;
  if (directory < 0)
    return;
  write_name (hash, final);
  os_kept_write (directory, &kept, name, final, &part, 1);
  os_close (&directory);
}
