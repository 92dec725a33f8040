/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The thread that starts a device's process and watches it.  */

#ifndef X86EMUL_HOST_MONITOR_H
#define X86EMUL_HOST_MONITOR_H

#include "host/device.h"

/* Start the device program PROGRAM with D's window and the stream's end
   d->device_end; returns when it runs.  */
HIDDEN enum gomp_status x86emul_monitor_start (struct x86emul_device *d,
                                               const char *program);
/* Wait at most TIMEOUT_MS (< 0: for ever) for the process to end.  */
HIDDEN bool x86emul_monitor_ended (struct x86emul_device *d, int timeout_ms);
/* End the process if it has not ended, and the thread.  */
HIDDEN void x86emul_monitor_stop (struct x86emul_device *d);
/* Kill the process, if it has not ended.  */
HIDDEN void x86emul_monitor_kill (struct x86emul_device *d);

#endif
