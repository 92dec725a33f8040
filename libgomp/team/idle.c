/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Idle threads, for listeners; see idle.h.  Any thread, no lock.  */

#include "team/idle.h"

#include "base/observe.h"
#include "os/symbol.h"

atomic_uint gomp_idle_tasks;

/* A thread is idle only once at a time, so the event has no identity.  */
void
gomp_idle_raise (bool begins)
{
  gomp_observe (&(struct gomp_event){ .row = begins ? GOMP_EVENT_IDLE_BEGIN
                                                    : GOMP_EVENT_IDLE_END,
                                      .device = GOMP_EVENT_ON_HOST,
                                      .at = begins ? os_caller () : NULL });
}
