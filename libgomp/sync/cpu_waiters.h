/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads of ours beside each other on a CPU, and whether any of them has
   something to do.

   Where threads outnumber CPUs a waiting thread gives its CPU to others.  That
   is for nothing if all the others there wait, too, for what did not happen
   yet: then the one that runs does better to look on.  So each thread that
   waits tells what it waits for, in a list of the CPU that it is on.

   All of this is hints: threads move to other CPUs without telling, and more
   may share one than there is room for.  */

#ifndef GOMP_SYNC_CPU_WAITERS_H
#define GOMP_SYNC_CPU_WAITERS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

struct gomp_beside_list;
struct gomp_beside_entry;

/* A thread's place in the lists; its own, zero at first.  */
struct gomp_beside
{
  struct gomp_beside_list *list;   /* where it is, or NULL */
  struct gomp_beside_entry *entry; /* its entry, NULL if there was no room */
  bool waits;                      /* as it told last */
  bool movable; /* it is the library's own, and no place binds it */
};

/* The thread of B waits until *VALUE differs from SEEN.  VALUE has to be
   memory that is never given back.  */
HIDDEN void gomp_beside_wait (struct gomp_beside *b, atomic_uint *value,
                              unsigned seen) HOT;
/* It waits no more.  */
HIDDEN void gomp_beside_work (struct gomp_beside *b) HOT;
/* It waits, or works, as before, maybe on another CPU.  */
HIDDEN void gomp_beside_follow (struct gomp_beside *b);
/* Do all the others on its CPU wait?  */
HIDDEN bool gomp_beside_is_alone (const struct gomp_beside *b) HOT;
/* It ends.  */
HIDDEN void gomp_beside_leave (struct gomp_beside *b);
/* In a forked child: nobody is in a list.  The calling thread's place is to be
   zeroed.  */
HIDDEN void gomp_beside_forked (void);

#endif
