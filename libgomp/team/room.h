/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Room for new threads where the address space is limited.  */

#ifndef GOMP_TEAM_ROOM_H
#define GOMP_TEAM_ROOM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* The threads of one request; its thread's alone.  */
struct gomp_room
{
  pthread_attr_t attr; /* of each */
  size_t each;         /* bytes of address space that one cannot do without */
  bool plenty;         /* they may take more: a stack for signal handlers */
};

/* COUNT threads are wanted, each with WORKER bytes of the library's own beside
   its stack.  An errno value if that cannot be told.  */
HIDDEN int gomp_room_begin (struct gomp_room *room, unsigned count,
                            size_t worker);
/* The system has refused one of COUNT that are still wanted: give up what is
   held for the library; is there room for all of them then?  */
HIDDEN bool gomp_room_clear (const struct gomp_room *room, unsigned count);
HIDDEN void gomp_room_end (struct gomp_room *room);
/* Of COUNT such threads there will be no more than this.  */
HIDDEN unsigned gomp_room_most (unsigned count, size_t worker);

#endif
