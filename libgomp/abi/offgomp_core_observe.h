/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of offgomp_core's table that only raise events, and the
   observed instances of others; see include/offgomp_core.h.  */

#ifndef GOMP_ABI_OFFGOMP_CORE_OBSERVE_H
#define GOMP_ABI_OFFGOMP_CORE_OBSERVE_H

#include "base/compiler.h"
#include "offgomp_core.h"
#include "team/observe.h"

HIDDEN bool gomp_core_barrier_observed (const struct offgomp_location *at) COLD;
HIDDEN int32_t gomp_core_single_observed (void) COLD;
HIDDEN void gomp_core_single_end (void) COLD;
HIDDEN int32_t gomp_core_masked_observed (int32_t filter) COLD;
HIDDEN void gomp_core_masked_end (void) COLD;
HIDDEN void *_Atomic *gomp_core_exit_frame (void) COLD;
HIDDEN bool gomp_core_loop_next_observed (uint64_t *low, uint64_t *high) COLD;
HIDDEN void gomp_core_part_begin (const struct offgomp_part *part) COLD;
HIDDEN void gomp_core_part_end (void) COLD;
/* ITERATION is about to be posted, or waited for.  */
HIDDEN struct gomp_thread *
gomp_core_doacross_post_observed (const uint64_t *iteration) COLD;
HIDDEN struct gomp_thread *
gomp_core_doacross_wait_observed (const uint64_t *iteration) COLD;
HIDDEN bool gomp_core_merge_begin (void) COLD;
HIDDEN void gomp_core_merge_end (void) COLD;
HIDDEN void gomp_core_flush (void) COLD;
HIDDEN void gomp_core_error (bool is_fatal, const char *message) COLD;

#endif
