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
/* Results that come with the end of an asynchronous region.  */
struct gomp_remote_back;
/* May the results of C come so?  Then *BACK is room for them.  */
HIDDEN bool gomp_remote_prepare (struct gomp_construct *c,
                                 struct gomp_remote_back **back);
/* Start LAUNCH, of C, for TASK, with results in BACK, unless that is NULL.
   False: it has ended, since the plugin cannot start it.  */
HIDDEN bool gomp_remote_launch (const struct gomp_target_launch *launch,
                                const struct gomp_construct *c, void *variables,
                                void **args, void *task,
                                struct gomp_remote_back *back);
/* May REGION be sent before the regions of the tasks AFTER have ended?  Then
   it brings *BROUGHT bytes along.  */
HIDDEN bool gomp_remote_may_follow (const struct gomp_target_launch *launch,
                                    const struct gomp_region *region,
                                    void *const *after, size_t count,
                                    size_t *brought) COLD;
/* Its construct C has begun, and brings BROUGHT bytes.  True: *BACK is room for
   their results.  */
HIDDEN bool gomp_remote_bring (struct gomp_construct *c, size_t brought,
                               struct gomp_remote_back **back) COLD;
/* Send it, with results in BACK, unless that is NULL.  */
HIDDEN void gomp_remote_launch_after (const struct gomp_target_launch *launch,
                                      const struct gomp_construct *c,
                                      void *variables, void **args, void *task,
                                      void *const *after, size_t count,
                                      struct gomp_remote_back *back) COLD;
/* A device is LOST, and the program goes on.  Clears the recorded error.  */
HIDDEN void gomp_remote_go_on (const struct gomp_lost *lost) COLD;
/* remote_update.c: send the target update that REGION stands for, and do not
   wait for its end: before the tasks AFTER are complete, or, if that is NULL,
   when its turn has come.  NULL: the caller waits.  */
struct gomp_remote_update;
HIDDEN struct gomp_remote_update *
gomp_remote_update_start (const struct gomp_region *region, void *task,
                          void *const *after, size_t count) COLD;
/* It has ended for TASK.  Frees it.  */
HIDDEN enum gomp_status gomp_remote_update_end (struct gomp_remote_update *u,
                                                void *task) COLD;
/* End C, the construct of REGION, which has run asynchronously for TASK with
   BACK (or NULL), which is freed.  If the device was lost before it ended,
   REGION is run elsewhere.  GOMP_ELSEWHERE: on the host, by the caller, which
   frees C, too.  */
HIDDEN enum gomp_status
gomp_remote_end (struct gomp_construct *c, const struct gomp_region *region,
                 void *task, struct gomp_remote_back *back, bool observed) COLD;

#endif
