/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Files that stay for later runs, under names made from what they contain, for
   the plugins; part of the contract of os.h, with its general promise.

   Several processes use a directory at once.  A file gets its name when it is
   complete; until then it has a temporary one.  Who reads a file verifies its
   contents.  If there is too much, the files that were not used for longest are
   removed; a file's time of modification is its last use.  */

#ifndef GOMP_OS_KEPT_FILE_H
#define GOMP_OS_KEPT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "base/compiler.h"

enum os_kept_kind
{
  OS_KEPT_NONE,      /* not ours: stays */
  OS_KEPT_TEMPORARY, /* being written, or its writer was killed */
  OS_KEPT_COMPLETE
};

/* What is kept in a directory.  */
struct os_kept
{
  uint64_t limit;    /* most bytes of all complete files */
  int64_t giving_up; /* seconds after which a temporary file has no writer */
  enum os_kept_kind (*kind) (const char *name);
};

/* Is this the user's own, and has nobody else the rights OTHERS (of st_mode)
   to it?  */
HIDDEN bool os_kept_is_private (const struct stat *s, mode_t others);
/* Open the directory PATH, with O_NOFOLLOW in FLAGS only if it is no link.
   EPERM: it is not private; *S is then its status.  */
HIDDEN int os_kept_directory_open (const char *path, int flags, mode_t others,
                                   int *fd, struct stat *s);
/* Open the file NAME for reading, with its status in *S.  EINVAL: it is no
   regular file.  */
HIDDEN int os_kept_open (int directory, const char *name, int *fd,
                         struct stat *s);
/* Record that the contents were of use now.  */
HIDDEN void os_kept_use (int fd);
/* Keep the COUNT parts as the file NAME, written as TEMPORARY, and make room
   for it first.  EEXIST: another process writes TEMPORARY; EFBIG: it is larger
   than the limit, nothing was removed.  */
HIDDEN int os_kept_write (int directory, const struct os_kept *kept,
                          const char *temporary, const char *name,
                          const struct iovec *part, unsigned count);

#endif
