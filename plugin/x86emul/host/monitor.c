/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Requests to a device's monitor; see monitor.h.  Owns no data; any thread, no
   lock.  */

#include "host/monitor.h"

#include "host/device.h"
#include "os/channel.h"
#include "os/process.h"

bool
x86emul_monitor_ended (struct x86emul_device *d, int timeout_ms)
{
  int64_t ns = timeout_ms < 0 ? -1 : timeout_ms * INT64_C (1000000);
  return gomp_wait_sleep (&d->monitor.ended, 0, GOMP_WAIT_PRIVATE, ns) == 1;
}

/* Kill the process and end its stream: if this process may no longer kill it,
   the end of the stream ends it.  */
void
x86emul_monitor_kill_now (struct x86emul_device *d)
{
  os_channel_end (os_held_get (&d->channel.stream));
  os_process_kill (d->monitor.child.pid);
  if (d->monitor.process > 0 && d->monitor.process != d->monitor.child.pid)
    os_process_kill (d->monitor.process);
}

/* The monitor kills it, since only the monitor knows whether the process number
   is still the device's.  The end of the stream wakes the monitor.  */
void
x86emul_monitor_kill (struct x86emul_device *d)
{
  if (x86emul_monitor_ended (d, 0))
    return;
  int stream = os_held_get (&d->channel.stream);
  /* Release: pairs with the acquire in watch.c.  */
  atomic_store_explicit (&d->monitor.unwanted, true, memory_order_release);
  if (stream >= 0)
    os_channel_end (stream);
  else
    x86emul_monitor_kill_now (d);
}
