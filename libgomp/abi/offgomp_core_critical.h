/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of offgomp_core's table for critical constructs; see
   include/offgomp_core.h.  */

#ifndef GOMP_ABI_OFFGOMP_CORE_CRITICAL_H
#define GOMP_ABI_OFFGOMP_CORE_CRITICAL_H

#include <stdint.h>

#include "base/compiler.h"

HIDDEN void *gomp_core_critical_lock (void *own) COLD;
/* gomp_sync.c has these.  */
HIDDEN void gomp_core_critical_begin (void *lock);
HIDDEN void gomp_core_critical_begin_hinted (void *lock, uint32_t hint) COLD;
HIDDEN void gomp_core_critical_end (void *lock);

#endif
