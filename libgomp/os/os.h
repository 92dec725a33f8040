/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the library needs of the operating system: the contract of a port.
   Only os/ makes system calls.

   General promise: functions returning int give 0 or an errno value and touch
   their result parameters only on success; none prints; none is async-signal
   safe unless it says so; any thread may call all of them.  */

#ifndef GOMP_OS_OS_H
#define GOMP_OS_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Who may wait on a word: threads of this process, or of every process that
   maps it.  */
enum gomp_wait_scope
{
  GOMP_WAIT_PRIVATE,
  GOMP_WAIT_SHARED
};

/* Sleep while *WORD == VALUE; returns on a wake, a signal or spuriously; with
   TIMEOUT_NS >= 0 after that time at the latest (true: timed out).  */
HIDDEN bool os_futex_wait (atomic_uint *word, unsigned value,
                           enum gomp_wait_scope scope, int64_t timeout_ns);
/* Wake at most COUNT sleepers on WORD.  Async-signal safe.  */
HIDDEN void os_futex_wake (atomic_uint *word, unsigned count,
                           enum gomp_wait_scope scope);
/* Let another runnable thread have this CPU.  */
HIDDEN void os_yield (void);
/* CLOCK_MONOTONIC in nanoseconds.  */
HIDDEN uint64_t os_time_ns (void);
/* CPUs in the calling thread's affinity mask, at least 1.  */
HIDDEN unsigned os_num_procs (void);
HIDDEN size_t os_page_size (void);

#endif
