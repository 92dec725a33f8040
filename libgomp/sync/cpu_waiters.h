/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Our threads on the same CPU, and whether any of them has something to do.

   If threads outnumber CPUs, a waiting thread yields its CPU to others.
   Yielding is useless if every other thread on the CPU is waiting as well; the
   running thread should keep spinning.  So each waiting thread records what it
   waits for, in a list of its CPU.

   All of this is hints: threads move to other CPUs without notice, and more
   threads may share a CPU than fit into a list.  */

#ifndef GOMP_SYNC_CPU_WAITERS_H
#define GOMP_SYNC_CPU_WAITERS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

struct gomp_beside_list;
struct gomp_beside_entry;

/* A thread's entry in the lists; private to the thread, initially zero.  */
struct gomp_beside
{
  struct gomp_beside_list *list;   /* where it is, or NULL */
  struct gomp_beside_entry *entry; /* its entry, NULL if there was no room */
  bool waits;                      /* as it told last */
  bool movable; /* it is a worker, and is not bound to a place */
};

/* The thread of B waits until *VALUE differs from SEEN.  VALUE must be in
   memory that is never freed.  */
HIDDEN void gomp_beside_wait (struct gomp_beside *b, atomic_uint *value,
                              unsigned seen) HOT;
/* It waits no more.  */
HIDDEN void gomp_beside_work (struct gomp_beside *b) HOT;
/* It waits, or works, as before, but perhaps on another CPU.  */
HIDDEN void gomp_beside_follow (struct gomp_beside *b);
/* Do all the others on its CPU wait?  */
HIDDEN bool gomp_beside_is_alone (const struct gomp_beside *b) HOT;
/* It ends.  */
HIDDEN void gomp_beside_leave (struct gomp_beside *b);
/* In a forked child: the lists are empty.  The calling thread's entry has to be
   zeroed.  */
HIDDEN void gomp_beside_forked (void);

#endif
