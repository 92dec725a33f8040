/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running regions without a thread that waits for each.  */

#ifndef PLUGIN_X86EMUL_HOST_ASYNC_H
#define PLUGIN_X86EMUL_HOST_ASYNC_H

#include <stdatomic.h>

#include "base/diag.h"
#include "host/launch.h"
#include "sync/mutex.h"

struct x86emul_queued;

struct x86emul_async
{
  struct gomp_mutex lock;                  /* guards the queue */
  _Atomic (struct x86emul_queued *) queue; /* launches; NULL: none so far */
};

/* Start L now, or when there is room for it; D's completion thread calls
   GOMP_PLUGIN_target_task_completion (TASK) when L has ended.  L->waits is
   called before another thread is waited for.  */
HIDDEN enum gomp_status x86emul_async_run (struct x86emul_device *d,
                                           const struct x86emul_launch *l,
                                           void *task);
/* Called by the completion thread of D, if they are not NULL.  Constant after
   the start.  */
struct x86emul_async_told
{
  /* It has called GOMP_PLUGIN_target_task_completion for all launches that it
     has found ended.  */
  void (*all) (struct x86emul_device *d);
  /* D has failed: it will not call for the others, and ends.  Without this it
     ends the program.  */
  void (*failed) (struct x86emul_device *d);
};
HIDDEN extern struct x86emul_async_told x86emul_async_told;

/* End the completion thread of D; launches that still run are dropped.  Other
   threads may start more until the device is down; these do not run.  */
HIDDEN void x86emul_async_stop (struct x86emul_device *d);
/* Free what x86emul_async_stop has left.  */
HIDDEN void x86emul_async_free (struct x86emul_device *d);

#endif
