/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors that are kept from one call of the library to the next; part of
   the contract of os.h, with its general promise.

   A program may close descriptors that are not its own, as daemons do, and have
   its own files under their numbers then.  So nobody acts on a number that was
   stored, but asks here first; or has a table of descriptors that the program
   does not reach.  Async-signal safe, all but os_held_apart.  */

#ifndef GOMP_OS_HELD_H
#define GOMP_OS_HELD_H

#include <stdint.h>

#include "base/compiler.h"

struct os_held
{
  int fd;          /* -1: none */
  uint64_t device; /* with the next: what it is a descriptor of */
  uint64_t inode;
};

#define OS_HELD_NONE ((struct os_held){ .fd = -1 })

/* Keep FD (-1: none), of a file, socket or pipe.  */
HIDDEN void os_held_set (struct os_held *held, int fd);
/* The descriptor; -1: there is none, or the program has closed it.  */
HIDDEN int os_held_get (const struct os_held *held);
/* Close it, if it is there still.  */
HIDDEN void os_held_close (struct os_held *held);
/* Give the calling thread, and no other, a table of descriptors of its own that
   has COUNT of them, FD, by the numbers that they have.  On errors nothing has
   changed.  */
HIDDEN int os_held_apart (const int *fd, unsigned count);

#endif
