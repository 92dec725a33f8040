/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that overflows its stack: see overflow.c.  */

#ifndef GOMP_TEAM_OVERFLOW_H
#define GOMP_TEAM_OVERFLOW_H

#include "base/compiler.h"

struct gomp_pool_worker;

/* Record the stack of WORKER's new thread.  Called by the thread that made it,
   since libc may need malloc for this.  */
HIDDEN void gomp_overflow_know (struct gomp_pool_worker *worker);
/* The calling thread begins as a worker; returns what to pass at its end.  */
HIDDEN void *gomp_overflow_watch (void);
HIDDEN void gomp_overflow_unwatch (void *signal_stack);

#endif
