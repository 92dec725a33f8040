/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The monitor: the thread that starts a device's process and watches it.  */

#ifndef PLUGIN_X86EMUL_HOST_WATCH_H
#define PLUGIN_X86EMUL_HOST_WATCH_H

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* Start the device program PROGRAM with D's window and d->channel.device_end,
   its end of the stream; return when it runs.  */
HIDDEN enum gomp_status x86emul_watch_start (struct x86emul_device *d,
                                             const char *program);
/* End the process, if it has not ended, and then the thread.  */
HIDDEN void x86emul_watch_stop (struct x86emul_device *d);

#endif
