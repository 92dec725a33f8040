/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target regions on remote devices (GOMP_CAP_REMOTE); see
   remote.c.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_REMOTE_H
#define GOMP_OFFLOAD_DIRECTIVE_REMOTE_H

#include <stdbool.h>

#include "base/compiler.h"
#include "offload/construct/construct.h"
#include "offload/directive/target_internal.h"

/* Run REGION, which maps data; if the device is lost, on another one.
   GOMP_ELSEWHERE: the caller runs REGION on the host.  */
HIDDEN enum gomp_status
gomp_remote_run (const struct gomp_target_launch *launch,
                 const struct gomp_region *region, bool observed) COLD;
/* End C, the construct of REGION, which has run asynchronously.  If the device
   is lost, REGION is run elsewhere.  The caller frees C.  */
HIDDEN enum gomp_status gomp_remote_end (struct gomp_construct *c,
                                         const struct gomp_region *region,
                                         bool observed) COLD;

#endif
