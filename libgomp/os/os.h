/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the library needs from the operating system: the contract of a port.
   Only os/ makes system calls.

   General promise: functions returning int return 0 or an errno value and write
   their result parameters only on success.  They do not print.  They are
   async-signal safe only if they say so.  Any thread may call all of them.  */

#ifndef GOMP_OS_OS_H
#define GOMP_OS_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The threads that may wait on a word: of this process, or of every process
   that maps it.  */
enum gomp_wait_scope
{
  GOMP_WAIT_PRIVATE,
  GOMP_WAIT_SHARED
};

/* Why a sleep ended.  */
enum os_sleep_end
{
  OS_SLEEP_WOKEN,    /* by os_futex_wake, or spuriously as if by it */
  OS_SLEEP_MISMATCH, /* the value differed, or a signal came */
  OS_SLEEP_TIMEOUT
};

/* Sleep while *WORD == VALUE; with TIMEOUT_NS >= 0 no longer than that.  */
HIDDEN enum os_sleep_end os_futex_wait (atomic_uint *word, unsigned value,
                                        enum gomp_wait_scope scope,
                                        int64_t timeout_ns);
/* Wake at most COUNT sleepers on WORD; returns how many were woken.
   Async-signal safe.  */
HIDDEN unsigned os_futex_wake (atomic_uint *word, unsigned count,
                               enum gomp_wait_scope scope);

/* A fence of two halves for a frequent and a rare side.  Each side writes
   something before its fence, light or heavy; after the fences at least one
   side sees what the other wrote.  If the kernel can order the other threads
   (membarrier), the light half costs nothing.  */
HIDDEN extern atomic_bool os_fence_asymmetric;
/* Set os_fence_asymmetric.  Any thread may call, at any time, more than
   once.  */
HIDDEN void os_fence_init (void);
HIDDEN void os_fence_heavy (void);

static inline void
os_fence_light (void)
{
  if (likely (atomic_load_explicit (&os_fence_asymmetric,
                                    memory_order_relaxed)))
    atomic_signal_fence (memory_order_seq_cst);
  else
    atomic_thread_fence (memory_order_seq_cst);
}
/* A number above 0 that no other thread of the system has.  */
HIDDEN int os_thread_id (void);
/* Let another runnable thread have this CPU.  */
HIDDEN void os_yield (void);
/* How often the calling thread has lost its CPU to another; 0: not known.  */
HIDDEN long os_switches (void);
/* How often the calling thread has slept; 0: not known.  */
HIDDEN long os_sleeps (void);
/* CPU time of all threads of the process, in nanoseconds; some milliseconds
   late for those that run.  */
HIDDEN uint64_t os_process_cpu_ns (void);
/* The CPU that the calling thread runs on; it may be on another soon.  */
HIDDEN unsigned os_current_cpu (void);
/* CLOCK_MONOTONIC in nanoseconds.  */
HIDDEN uint64_t os_time_ns (void);
/* CPUs in the calling thread's affinity mask, at least 1.  */
HIDDEN unsigned os_num_procs (void);
HIDDEN size_t os_page_size (void);

#endif
