/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Records of the events in a device process, for the tool in its program's
   process.

   A device process has no tool.  If the tool traces the device, functions of
   this library stand in for the tool's, and make a record of each event.  The
   device program passes records on to the host (plugin.h), where trace.h puts
   them into the tool's buffers.  */

#ifndef GOMP_OMPT_RECORDER_H
#define GOMP_OMPT_RECORDER_H

#include "ompt/ompt.h"

struct offgomp_device_recorder;

/* Record from now on, by RECORDER.  Threads are observed.  Called once.  */
HIDDEN void gomp_ompt_record (const struct offgomp_device_recorder *recorder);

/* The record of a dispatch, and the chunk that its instance points to.  The
   pointer is set where the record is read.  */
struct gomp_record_chunk
{
  ompt_record_dispatch_t dispatch;
  ompt_dispatch_chunk_t chunk;
};

/* Is the instance of a dispatch of KIND a pointer to a chunk?  */
static inline bool
gomp_record_has_chunk (ompt_dispatch_t kind)
{
  return kind == ompt_dispatch_ws_loop_chunk
         || kind == ompt_dispatch_taskloop_chunk
         || kind == ompt_dispatch_distribute_chunk;
}

/* The types of events that a device can record, a bit for each
   ompt_callbacks_t.  */
HIDDEN extern const uint64_t gomp_ompt_recorded_types;

#endif
