/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When kernels ran, by the GPU's clock, for tools that trace the device.  */

#ifndef PLUGIN_NVPTX_TIMES_H
#define PLUGIN_NVPTX_TIMES_H

#include <stdatomic.h>

#include "device.h"
#include "streams.h"

/* From now on, D's kernels are measured, or not.  Any thread.  */
HIDDEN void nvptx_times_measure (struct nvptx_device *d, bool on);
/* The last kernel that was measured in S, the calling thread's stream or NULL:
   START and END, in ns of CLOCK_MONOTONIC.  False: there is none.  */
HIDDEN bool nvptx_times_get (const struct nvptx_stream *s, uint64_t *start,
                             uint64_t *end);

/* For nvptx_times_begin and nvptx_times_read.  */
HIDDEN bool nvptx_times_record_start (struct nvptx_stream *s) COLD;
HIDDEN void nvptx_times_record_end (struct nvptx_stream *s) COLD;
HIDDEN void nvptx_times_store (struct nvptx_stream *s) COLD;
/* Destroy the events of S, whose context is current.  */
HIDDEN void nvptx_times_close (struct nvptx_stream *s);

/* The calling thread will launch a kernel in S, its stream.  Returns whether
   that is measured.  A failure is none of the launch.  */
static inline bool
nvptx_times_begin (struct nvptx_stream *s)
{
  /* Relaxed: a kernel is measured or not, nothing else depends on it.  */
  return unlikely (atomic_load_explicit (&s->device->is_measured,
                                         memory_order_relaxed))
         && nvptx_times_record_start (s);
}

/* It has been launched.  */
static inline void
nvptx_times_end (struct nvptx_stream *s, bool is_measured)
{
  if (unlikely (is_measured))
    nvptx_times_record_end (s);
}

/* It has ended.  */
static inline void
nvptx_times_read (struct nvptx_stream *s, bool is_measured)
{
  if (unlikely (is_measured))
    nvptx_times_store (s);
}

#endif
