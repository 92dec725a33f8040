/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Files that stay for later runs; see kept_file.h.  Owns no data; any thread or
   process.  A file that is removed while another process reads it stays
   readable there.  */

#include "os/kept_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/memory.h"

/* ---- Finding it.  */

bool
os_kept_is_private (const struct stat *s, mode_t others)
{
  return s->st_uid == geteuid () && (s->st_mode & others) == 0;
}

int
os_kept_directory_open (const char *path, int flags, mode_t others, int *fd,
                        struct stat *s)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int directory = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
  if (directory < 0)
    return errno;
  int r = fstat (directory, s) != 0        ? errno
          : os_kept_is_private (s, others) ? 0
                                           : EPERM;
  if (r == 0)
    *fd = directory;
  else
    close (directory);
  return r;
}

/* A FIFO in the file's place must not wait for its writer.  */
int
os_kept_open (int directory, const char *name, int *fd, struct stat *s)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int file = openat (directory, name,
                     O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return errno;
  int r = fstat (file, s) != 0 ? errno : S_ISREG (s->st_mode) ? 0 : EINVAL;
  if (r == 0)
    *fd = file;
  else
    close (file);
  return r;
}

void
os_kept_use (int fd)
{
  futimens (fd, NULL);
}

/* ---- Keeping the directory small.  */

struct entry
{
  struct timespec used;
  uint64_t size;
  char name[NAME_MAX + 1];
};

struct list
{
  struct entry *entry;
  size_t count, room;
  uint64_t size; /* of all */
};

static void
append (struct list *list, const char *name, const struct stat *s)
{
  if (list->count == list->room)
    {
      size_t room = list->room + 64;
      struct entry *more = realloc (list->entry, room * sizeof (*more));
      if (more == NULL)
        return;
      list->entry = more;
      list->room = room;
    }
  struct entry *e = &list->entry[list->count++];
  e->used = s->st_mtim;
  e->size = (uint64_t)s->st_size;
  list->size += e->size;
  memcpy (e->name, name, strlen (name) + 1);
}

/* If NAME is a complete file, append it to LIST; if it is a temporary one
   without a writer, remove it.  */
static void
look_at (int directory, const struct os_kept *kept, const char *name,
         struct list *list)
{
  struct stat s;
  enum os_kept_kind kind = kept->kind (name);
  if (kind == OS_KEPT_NONE
      || fstatat (directory, name, &s, AT_SYMLINK_NOFOLLOW) != 0
      || !S_ISREG (s.st_mode))
    return;
  if (kind == OS_KEPT_COMPLETE)
    append (list, name, &s);
  else if (time (NULL) - s.st_mtim.tv_sec >= kept->giving_up)
    unlinkat (directory, name, 0);
}

static int
compare_use (const void *a, const void *b)
{
  const struct timespec *x = &((const struct entry *)a)->used;
  const struct timespec *y = &((const struct entry *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Remove what was not used for longest until LIMIT bytes are left at most.  */
static void
trim (int directory, const struct os_kept *kept, uint64_t limit)
{
  struct list list = { .entry = NULL };
  int copy = openat (directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy >= 0 ? fdopendir (copy) : NULL;
  if (stream == NULL)
    {
      if (copy >= 0)
        close (copy);
      return;
    }
  for (struct dirent *e; (e = readdir (stream)) != NULL;)
    look_at (directory, kept, e->d_name, &list);
  closedir (stream);
  if (list.size > limit)
    qsort (list.entry, list.count, sizeof (list.entry[0]), compare_use);
  for (size_t i = 0; i < list.count && list.size > limit; i++)
    {
      unlinkat (directory, list.entry[i].name, 0);
      list.size -= list.entry[i].size;
    }
  free (list.entry);
}

/* ---- Writing.  */

static int
write_parts (int file, const struct iovec *part, unsigned count)
{
  int r = 0;
  for (unsigned i = 0; i < count && r == 0; i++)
    r = os_write_file (file, part[i].iov_base, part[i].iov_len);
  return close (file) == 0 || r != 0 ? r : errno;
}

int
os_kept_write (int directory, const struct os_kept *kept, const char *temporary,
               const char *name, const struct iovec *part, unsigned count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  uint64_t size = 0;
  for (unsigned i = 0; i < count; i++)
    size += part[i].iov_len;
  if (size > kept->limit)
    return EFBIG;
  trim (directory, kept, kept->limit - size);
  int file = openat (directory, temporary,
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     S_IRUSR | S_IWUSR);
  if (file < 0)
    return errno;
  int r = write_parts (file, part, count);
  if (r == 0 && renameat (directory, temporary, directory, name) != 0)
    r = errno;
  if (r != 0)
    unlinkat (directory, temporary, 0);
  return r;
}
