/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors that the library stores from one call to the next; part of the
   contract of os.h, with its general promise.

   A program may close descriptors that are not its own, as daemons do, and then
   open its own files under their numbers.  So code that uses a stored number
   checks it here first, or has a separate table of descriptors, which the
   program does not reach.  All but os_held_apart are async-signal safe.  */

#ifndef GOMP_OS_HELD_H
#define GOMP_OS_HELD_H

#include <stdint.h>

#include "base/compiler.h"

struct os_held
{
  int fd;          /* -1: none */
  uint64_t device; /* with the next: the file that it refers to */
  uint64_t inode;
};

#define OS_HELD_NONE ((struct os_held){ .fd = -1 })

/* Store FD (-1: none), of a file, socket or pipe.  */
HIDDEN void os_held_set (struct os_held *held, int fd);
/* The descriptor; -1 if there is none, or the program has closed it.  */
HIDDEN int os_held_get (const struct os_held *held);
/* Close it, if it is still open.  */
HIDDEN void os_held_close (struct os_held *held);
/* Give the calling thread a separate table of descriptors, with only the COUNT
   descriptors FD, under the same numbers.  On errors nothing has changed.  */
HIDDEN int os_held_apart (const int *fd, unsigned count);

#endif
