/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams: each thread of the host has one on each device that it uses.  */

#ifndef NVPTX_STREAM_H
#define NVPTX_STREAM_H

#include "device.h"

struct nvptx_function;
struct nvptx_reverse;

struct nvptx_stream
{
  struct nvptx_stream *next;
  struct nvptx_device *device;
  CUstream handle;        /* NULL: not created since the device is up */
  bool is_owned;          /* by a thread; under streams_lock */
  bool is_servant;        /* of asynchronous launches: no thread's */
  struct gomp_mutex lock; /* of what follows, up to the staging memory */
  bool is_pending;        /* copies were started and not waited for */
  size_t used;            /* bytes of the staging memory that they use */
  char *staging;          /* host memory, NVPTX_STAGING bytes */
  bool is_pinned;         /* it is pinned, as everywhere but on few systems */
  struct nvptx_stream *aside; /* its thread's, while a kernel in this one waits
                                 for the host; NULL: not needed so far */
  const struct nvptx_reverse *serves; /* as such a one: which kernels wait */
  /* What runs in it, for messages of other threads; not locked.  */
  _Atomic (const struct nvptx_function *) running;
  atomic_uint teams;
  atomic_uint threads;
};

#define NVPTX_STAGING ((size_t)1 << 20)

/* The calling thread's stream on D, with D's context current; NULL: the error
   is recorded.  */
HIDDEN struct nvptx_stream *nvptx_stream_enter (struct nvptx_device *d) HOT;
/* Have the calling thread use a stream that is no other thread's and not
   counted among theirs: it serves asynchronous launches.  */
HIDDEN struct nvptx_stream *nvptx_stream_serve (struct nvptx_device *d);
/* What the driver refused with R: was another context current in this thread,
   as the program made it, and is D's now, so that it can be tried again?  */
HIDDEN bool nvptx_stream_regain (struct nvptx_device *d, CUresult r) COLD;
/* As nvptx_stream_enter, whatever the program made current.  For what depends
   on the current context without failing, such as allocations.  */
HIDDEN struct nvptx_stream *nvptx_stream_renew (struct nvptx_device *d);
/* A kernel in S, the calling thread's, will wait for the host, which uses
   another stream then: have one.  */
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
