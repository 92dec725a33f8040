/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that needs more stack than it has: see overflow.c.  */

#ifndef GOMP_TEAM_OVERFLOW_H
#define GOMP_TEAM_OVERFLOW_H

#include "base/compiler.h"

struct gomp_pool_worker;

/* Remember where the stack of WORKER's new thread is; called by the thread that
   made it, as libc may need malloc to find out.  */
HIDDEN void gomp_overflow_know (struct gomp_pool_worker *worker);
/* The calling thread begins as a worker; returns what it needs to end.  */
HIDDEN void *gomp_overflow_watch (void);
HIDDEN void gomp_overflow_unwatch (void *signal_stack);

#endif
