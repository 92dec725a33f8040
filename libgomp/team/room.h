/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Room for new threads in a limited address space.  */

#ifndef GOMP_TEAM_ROOM_H
#define GOMP_TEAM_ROOM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* The threads of one request; private to its thread.  */
struct gomp_room
{
  pthread_attr_t attr; /* of each */
  size_t each;         /* bytes of address space that a thread needs at least */
  bool plenty;         /* they may take more: a stack for signal handlers */
};

/* COUNT threads are wanted, each with WORKER bytes of the library in addition
   to its stack.  An errno value if their size cannot be determined.  */
HIDDEN int gomp_room_begin (struct gomp_room *room, unsigned count,
                            size_t worker);
/* The system has refused one of COUNT threads that are still wanted: release
   the library's reserve.  Is there then room for all of them?  */
HIDDEN bool gomp_room_clear (const struct gomp_room *room, unsigned count);
HIDDEN void gomp_room_end (struct gomp_room *room);
/* The largest possible number of COUNT such threads.  */
HIDDEN unsigned gomp_room_most (unsigned count, size_t worker);

#endif
