/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Room for the stacks of new threads in a limited address space.  */

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
  size_t each;         /* address space that a thread needs at least, in
                          bytes */
  bool plenty;         /* there is room for more: a stack for signal handlers */
};

/* COUNT threads are wanted.  Each needs WORKER bytes of the library besides
   its stack.  Returns an errno value if the size cannot be determined.  */
HIDDEN int gomp_room_begin (struct gomp_room *room, unsigned count,
                            size_t worker);
/* The system has refused one of COUNT threads that are still wanted: release
   the library's reserve.  Is there room for all of them then?  */
HIDDEN bool gomp_room_clear (const struct gomp_room *room, unsigned count);
HIDDEN void gomp_room_end (struct gomp_room *room);
/* How many of COUNT such threads can there be?  */
HIDDEN unsigned gomp_room_most (unsigned count, size_t worker);

#endif
