/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of openacc/; see observe.h.  Any thread; owns nothing.  */

#include "openacc/observe.h"

#include "offload/observe.h"
#include "openacc/internal.h"

static void
raise_row (struct gomp_acc_seen *seen, enum gomp_event_row row)
{
  const struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  const struct gomp_device *device
      = thread == NULL ? NULL : thread->device.device;
  gomp_observe (&(struct gomp_event){
      .row = row,
      .device = device == NULL ? GOMP_EVENT_ON_HOST : device->number,
      .at = gomp_observe_here (),
      .identity = &seen->identity,
      .what = &seen->what });
}

void
gomp_acc_observe_begin (struct gomp_acc_seen *seen, enum gomp_event_row row,
                        const struct gomp_event_acc *what)
{
  const struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  seen->row = row;
  seen->what = *what;
  seen->identity = (struct gomp_identity){ .begun = 0 };
  if (row != GOMP_EVENT_ACC_INIT_BEGIN && thread != NULL
      && thread->device.type != GOMP_ACC_NONE)
    {
      seen->what.type = thread->device.type;
      seen->what.number = thread->device.number;
    }
  raise_row (seen, row);
}

void
gomp_acc_observe_end (struct gomp_acc_seen *seen)
{
  raise_row (seen, (enum gomp_event_row) (seen->row + 1));
}
