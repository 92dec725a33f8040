/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stored descriptors, on Linux; see held.h.  Owns no data.

   ThreadSanitizer treats a descriptor as memory, and takes equal numbers for
   the same descriptor, even in threads with separate tables.  It does not see
   accesses that avoid the functions of the C library.  */

#include "os/held.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/tsan.h"
#include "base/uncancelled.h"
#include "os/process.h"

/* linux/close_range.h and the call's number, which need not be installed.  */
#define CLOSE_UNSHARE 2u
#ifndef SYS_close_range
#  define SYS_close_range 436
#endif

static int
look (int fd, struct stat *s)
{
#ifdef SYS_fstat
  if (!GOMP_TSAN_BLIND || gomp_tsan_active ())
    return (int)syscall (SYS_fstat, fd, s);
#endif
  return fstat (fd, s);
}

void
os_held_set (struct os_held *held, int fd)
{
  struct stat s;
  int saved = errno;
  *held = OS_HELD_NONE;
  if (fd >= 0 && look (fd, &s) == 0)
    *held = (struct os_held){ .fd = fd, .device = s.st_dev, .inode = s.st_ino };
  errno = saved;
}

int
os_held_get (const struct os_held *held)
{
  struct stat s;
  int saved = errno;
  bool is_there = held->fd >= 0 && look (held->fd, &s) == 0
                  && s.st_dev == held->device && s.st_ino == held->inode;
  errno = saved;
  return is_there ? held->fd : -1;
}

void
os_held_close (struct os_held *held)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = os_held_get (held);
  if (fd >= 0)
    close (fd);
  *held = OS_HELD_NONE;
}

/* The first call unshares the table, too; a kernel that lacks this flag also
   lacks the call.  */
static bool
close_between (unsigned first, unsigned end)
{
  return first >= end
         || syscall (SYS_close_range, first, end - 1, CLOSE_UNSHARE) == 0;
}

/* The smallest FD that is not below FROM.  */
static unsigned
next_kept (const int *fd, unsigned count, unsigned from)
{
  unsigned least = UINT_MAX;
  for (unsigned i = 0; i < count; i++)
    if ((unsigned)fd[i] >= from && (unsigned)fd[i] < least)
      least = (unsigned)fd[i];
  return least;
}

/* Valgrind keeps one table for all threads.  So close above the highest
   descriptor first: there are none, but the call unshares the table, and the
   following calls act on the new one.  */
int
os_held_apart (const int *fd, unsigned count)
{
  if (os_process_under_valgrind ())
    return ENOSYS;
  if (!close_between (INT_MAX, UINT_MAX))
    return errno;
  for (unsigned from = 0; from < UINT_MAX;)
    {
      unsigned kept = next_kept (fd, count, from);
      close_between (from, kept);
      from = kept == UINT_MAX ? kept : kept + 1;
    }
  return 0;
}
