/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of records of events (struct x86emul_trace in proto.h).  */

#ifndef PLUGIN_X86EMUL_TARGET_TRACE_H
#define PLUGIN_X86EMUL_TARGET_TRACE_H

#include "message.h"

/* Look up libgomp's function for it.  */
HIDDEN void x86emul_trace_init (void *libgomp);
/* Map the ring in REQUEST, record events from now on, and answer.  Main
   thread.  */
HIDDEN void x86emul_trace_start (const struct x86emul_incoming *request);

#endif
