/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams: each thread of the host has one on each device that it uses.  */

#ifndef PLUGIN_NVPTX_STREAM_H
#define PLUGIN_NVPTX_STREAM_H

#include "device.h"
#include "streams.h"

/* The calling thread's stream on D, with D's context current; NULL: the error
   is recorded.  */
HIDDEN struct nvptx_stream *nvptx_stream_enter (struct nvptx_device *d) HOT;
/* The same if the thread has one already, without a call of the driver; else
   NULL, and no error.  */
HIDDEN struct nvptx_stream *nvptx_stream_find (const struct nvptx_device *d);
/* Give the calling thread, which serves asynchronous launches, a separate
   stream that is not counted among those of host threads.  */
HIDDEN struct nvptx_stream *nvptx_stream_serve (struct nvptx_device *d);
/* The driver refused a call with R.  If the reason is that the program had made
   another context current in this thread, make D's current and return true: the
   caller can repeat the call.  */
HIDDEN bool nvptx_stream_regain (struct nvptx_device *d, CUresult r) COLD;
/* As nvptx_stream_enter, but make D's context current even if the program has
   set another one.  For calls that depend on the current context but do not
   fail in a wrong one, such as allocations.  */
HIDDEN struct nvptx_stream *nvptx_stream_renew (struct nvptx_device *d);
/* S is the calling thread's stream.  While a kernel in S waits for the host,
   the host needs a second stream: make sure that S has one.  */
HIDDEN bool nvptx_stream_prepare (struct nvptx_stream *s);
/* From now on the calling thread uses the second stream, to serve R.  */
HIDDEN void nvptx_stream_leave (struct nvptx_stream *s,
                                const struct nvptx_reverse *r);
/* The calling thread uses S again, whatever context the program has set
   meanwhile.  */
HIDDEN bool nvptx_stream_return (struct nvptx_stream *s);
/* Wait for the copies and kernels in S.  */
HIDDEN CUresult nvptx_stream_wait (struct nvptx_stream *s) HOT;
/* The same with S's lock held.  */
HIDDEN CUresult nvptx_stream_wait_locked (struct nvptx_stream *s) HOT;
/* If copies in S are pending, wait for them.  */
HIDDEN enum gomp_status nvptx_stream_settle (struct nvptx_stream *s);
/* Is the calling thread the driver's, which may not call the driver?  It says
   so while it executes a callback.  */
HIDDEN bool nvptx_stream_is_drivers (void);
HIDDEN void nvptx_stream_set_drivers (bool is_drivers);
/* Does a kernel run in any stream of D, or does a thread launch one?  */
HIDDEN bool nvptx_streams_busy (struct nvptx_device *d);
/* Destroy the streams of D, whose context is current; nothing runs in them.  */
HIDDEN void nvptx_streams_close (struct nvptx_device *d);

#endif
