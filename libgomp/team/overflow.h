/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that needs more stack than it has: see overflow.c.  */

#ifndef GOMP_TEAM_OVERFLOW_H
#define GOMP_TEAM_OVERFLOW_H

#include "base/compiler.h"

/* The calling worker thread begins; returns what it needs to end.  */
HIDDEN void *gomp_overflow_watch (void);
HIDDEN void gomp_overflow_unwatch (void *signal_stack);

#endif
