/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that needs more stack than it has: see overflow.c.  */

#ifndef GOMP_TEAM_OVERFLOW_H
#define GOMP_TEAM_OVERFLOW_H

#include "base/compiler.h"

struct gomp_pool_worker;

/* The calling thread begins as WORKER; returns what it needs to end.  */
HIDDEN void *gomp_overflow_watch (struct gomp_pool_worker *worker);
HIDDEN void gomp_overflow_unwatch (void *signal_stack);

#endif
