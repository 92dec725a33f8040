/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams: each thread of the host has one on each device that it uses.  */

#ifndef NVPTX_STREAM_H
#define NVPTX_STREAM_H

#include "device.h"
#include "streams.h"

/* The calling thread's stream on D, with D's context current; NULL: the error
   is recorded.  */
HIDDEN struct nvptx_stream *nvptx_stream_enter (struct nvptx_device *d) HOT;
/* Give the calling thread, which serves asynchronous launches, a separate
   stream that is not counted among those of host threads.  */
HIDDEN struct nvptx_stream *nvptx_stream_serve (struct nvptx_device *d);
/* The driver refused a call with R.  Was another context current in this
   thread, which the program had set, and is D's current now, so that the call
   can be repeated?  */
HIDDEN bool nvptx_stream_regain (struct nvptx_device *d, CUresult r) COLD;
/* As nvptx_stream_enter, whatever context the program has set.  For calls that
   depend on the current context without failing, such as allocations.  */
HIDDEN struct nvptx_stream *nvptx_stream_renew (struct nvptx_device *d);
/* A kernel in S, the calling thread's, will wait for the host, which then uses
   another stream: provide one.  */
HIDDEN bool nvptx_stream_prepare (struct nvptx_stream *s);
/* The calling thread uses that one from now on, for R. */
HIDDEN void nvptx_stream_leave (struct nvptx_stream *s,
                                const struct nvptx_reverse *r);
/* It uses S again, whatever the program did meanwhile.  */
HIDDEN bool nvptx_stream_return (struct nvptx_stream *s);
/* Wait for the copies and kernels in S.  */
HIDDEN CUresult nvptx_stream_wait (struct nvptx_stream *s) HOT;
/* The same with S's lock held.  */
HIDDEN CUresult nvptx_stream_wait_locked (struct nvptx_stream *s) HOT;
/* Wait if copies are pending.  */
HIDDEN enum gomp_status nvptx_stream_settle (struct nvptx_stream *s);
/* Does a kernel run in any?  */
HIDDEN bool nvptx_streams_busy (struct nvptx_device *d);
/* Destroy the streams; with the context current and nothing in them.  */
HIDDEN void nvptx_streams_close (struct nvptx_device *d);

#endif
