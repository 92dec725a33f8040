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

struct gomp_cpu_waiters_list;
struct gomp_cpu_waiters_entry;

/* A thread's entry in the lists; private to the thread, initially zero.  */
struct gomp_cpu_waiters
{
  struct gomp_cpu_waiters_list *list; /* where it is, or NULL */
  struct gomp_cpu_waiters_entry
      *entry;   /* its entry, NULL if there was no room */
  bool waits;   /* as it reported last */
  bool movable; /* it is a worker, and is not bound to a place */
};

/* The thread of B waits until *VALUE differs from SEEN.  VALUE must be in
   memory that is never freed.  */
HIDDEN void gomp_cpu_waiters_wait (struct gomp_cpu_waiters *b,
                                   atomic_uint *value, unsigned seen) HOT;
/* It waits no more.  */
HIDDEN void gomp_cpu_waiters_work (struct gomp_cpu_waiters *b) HOT;
/* It waits, or works, as before, but perhaps on another CPU.  */
HIDDEN void gomp_cpu_waiters_follow (struct gomp_cpu_waiters *b);
/* Do all the others on its CPU wait?  */
HIDDEN bool gomp_cpu_waiters_is_alone (const struct gomp_cpu_waiters *b) HOT;
/* Does another one work on its CPU, as it reported last?  Not one that was
   woken and has not run yet, which may be on another CPU.  */
HIDDEN bool gomp_cpu_waiters_is_shared (const struct gomp_cpu_waiters *b);
/* It ends.  */
HIDDEN void gomp_cpu_waiters_leave (struct gomp_cpu_waiters *b);
/* In a forked child: the lists are empty.  The calling thread's entry has to be
   zeroed.  */
HIDDEN void gomp_cpu_waiters_forked (void);

#endif
