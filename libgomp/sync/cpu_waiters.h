/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The library's threads on the same CPU, and whether any of them has work.

   If threads outnumber CPUs, a waiting thread yields its CPU to others.
   Yielding is useless if every other thread on the CPU is waiting as well; the
   running thread should keep spinning.  So each waiting thread records in a
   list of its CPU what it waits for.

   All records are hints: threads move to other CPUs without notice, and more
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
  struct gomp_cpu_waiters_list *list; /* the list that has the entry, or NULL */
  struct gomp_cpu_waiters_entry
      *entry;   /* the entry in it, or NULL: there was no room */
  bool waits;   /* the thread waits, as it last recorded */
  bool movable; /* the thread is a worker that is not bound to a place */
};

/* The thread of B waits until *VALUE differs from SEEN.  The memory of VALUE
   is never freed.  */
HIDDEN void gomp_cpu_waiters_wait (struct gomp_cpu_waiters *b,
                                   atomic_uint *value, unsigned seen) HOT;
/* The thread of B no longer waits.  */
HIDDEN void gomp_cpu_waiters_work (struct gomp_cpu_waiters *b) HOT;
/* The thread of B may have moved to another CPU.  */
HIDDEN void gomp_cpu_waiters_follow (struct gomp_cpu_waiters *b);
/* Do all other threads on the CPU of B wait?  */
HIDDEN bool gomp_cpu_waiters_is_alone (const struct gomp_cpu_waiters *b) HOT;
/* Has another thread on the CPU of B work, as it last recorded?  A thread that
   was woken but has not run yet does not count, since it may be on another
   CPU.  */
HIDDEN bool gomp_cpu_waiters_is_shared (const struct gomp_cpu_waiters *b);
/* The thread of B ends.  */
HIDDEN void gomp_cpu_waiters_leave (struct gomp_cpu_waiters *b);
/* In a forked child: the lists are empty.  The calling thread zeroes its
   entry.  */
HIDDEN void gomp_cpu_waiters_forked (void);

#endif
