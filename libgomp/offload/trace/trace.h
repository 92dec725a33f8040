/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listener that passes events of offload/ on to tool/, with the names of
   devices and regions.  */

#ifndef GOMP_OFFLOAD_TRACE_TRACE_H
#define GOMP_OFFLOAD_TRACE_TRACE_H

#include "offload/observe.h"
#include "tool/tool.h"

/* Listen if a report is WANTED, else stop listening.  */
HIDDEN void gomp_trace_listen (bool wanted);

/* ---- Shared by the parts of trace/ alone.  */

/* tool/'s device for DEVICE; NULL: the host.  */
HIDDEN struct gomp_tool_device *
gomp_trace_device (const struct gomp_listener *self,
                   struct gomp_device *device);
/* data.c: copies, mappings, memory.  */
HIDDEN gomp_hear gomp_trace_copy_begins, gomp_trace_copied, gomp_trace_mapped,
    gomp_trace_used, gomp_trace_unmapped, gomp_trace_asked, gomp_trace_memory;

#endif
