/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When kernels and copies ran, by the GPU's clock, for tools that trace the
   device.  */

#ifndef PLUGIN_NVPTX_TIMES_H
#define PLUGIN_NVPTX_TIMES_H

#include <stdatomic.h>

#include "device.h"
#include "streams.h"

/* From now on, what D does is measured, or not.  Any thread.  */
HIDDEN void nvptx_times_measure (struct nvptx_device *d, bool on);
/* S is the calling thread's stream, or NULL.  What was measured there since the
   last call: START of the first and END of the last, in ns of CLOCK_MONOTONIC.
   False: nothing, or not all.  */
HIDDEN bool nvptx_times_take (struct nvptx_stream *s, uint64_t *start,
                              uint64_t *end);

/* For the functions below.  */
HIDDEN void nvptx_times_record_start (struct nvptx_stream *s) COLD;
HIDDEN void nvptx_times_record_end (struct nvptx_stream *s) COLD;
HIDDEN void nvptx_times_store (struct nvptx_stream *s) COLD;
/* Destroy the events of S, whose context is current.  */
HIDDEN void nvptx_times_close (struct nvptx_stream *s);

/* The calling thread will launch a kernel or start a copy in S, its stream.  A
   failure to measure is none of that.  */
static inline void
nvptx_times_begin (struct nvptx_stream *s)
{
  /* Relaxed: something is measured or not, nothing else depends on it.  */
  if (unlikely (
          atomic_load_explicit (&s->device->is_measured, memory_order_relaxed)))
    nvptx_times_record_start (s);
}

static inline bool
nvptx_times_is_open (const struct nvptx_stream *s)
{
  return unlikely (s->times.is_open);
}

/* That is in the stream now.  Only the first call counts.  */
static inline void
nvptx_times_end (struct nvptx_stream *s)
{
  if (nvptx_times_is_open (s))
    nvptx_times_record_end (s);
}

/* It has ended; S was waited for.  */
static inline void
nvptx_times_read (struct nvptx_stream *s)
{
  if (nvptx_times_is_open (s))
    nvptx_times_store (s);
}

#endif
