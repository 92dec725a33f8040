/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling events (acc_prof.h) of launches, copies and memory, for a
   libgomp that leaves them to its plugins: GCC's.  This project's raises them
   itself, from what plugins do; then nothing here costs more than a test.  */

#ifndef PLUGIN_NVPTX_PROFILE_H
#define PLUGIN_NVPTX_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "driver.h"

#include "user/openacc.h"

#include "user/acc_prof.h"

struct nvptx_device;
struct nvptx_launch;

/* Does the library leave events to its plugins?  */
HIDDEN extern bool nvptx_profile_is_needed;

/* A pair of events.  Its end repeats the data of the beginning, with the word
   that a tool has stored there.  It is on the stack of the function that
   raises it.  */
struct nvptx_profile
{
  bool is_open; /* false: no function is called */
  acc_prof_info prof;
  acc_event_info event;
  acc_api_info api;
};

HIDDEN void nvptx_profile_begin_copy (struct nvptx_profile *p,
                                      acc_event_t start, const void *host,
                                      CUdeviceptr devptr, size_t size) COLD;
HIDDEN void nvptx_profile_begin_launch (struct nvptx_profile *p,
                                        struct nvptx_device *d,
                                        const struct nvptx_launch *l) COLD;
HIDDEN void nvptx_profile_finish (struct nvptx_profile *p) COLD;
HIDDEN void nvptx_profile_raise_memory (acc_event_t event, CUdeviceptr devptr,
                                        size_t size) COLD;

/* The number of bytes of the structure that are valid, as acc_prof.h defines
   it.  */
#define NVPTX_PROFILE_UNKNOWN ((size_t)-1)

/* P's pair ends where the scope does.  */
static inline void
nvptx_profile_end (struct nvptx_profile *p)
{
  if (unlikely (p->is_open))
    nvptx_profile_finish (p);
}
#define NVPTX_PROFILED __attribute__ ((cleanup (nvptx_profile_end)))

/* Begin the pair START: a copy of SIZE bytes, for the construct of the calling
   thread.  */
static inline void
nvptx_profile_copy (struct nvptx_profile *p, acc_event_t start,
                    const void *host, CUdeviceptr devptr, size_t size)
{
  p->is_open = false;
  if (unlikely (nvptx_profile_is_needed))
    nvptx_profile_begin_copy (p, start, host, devptr, size);
}

/* Begin the pair for the launch of L.  */
static inline void
nvptx_profile_launch (struct nvptx_profile *p, struct nvptx_device *d,
                      const struct nvptx_launch *l)
{
  p->is_open = false;
  if (unlikely (nvptx_profile_is_needed))
    nvptx_profile_begin_launch (p, d, l);
}

/* Raise EVENT, which is no pair: SIZE bytes at DEVPTR.  */
static inline void
nvptx_profile_memory (acc_event_t event, CUdeviceptr devptr, size_t size)
{
  if (unlikely (nvptx_profile_is_needed))
    nvptx_profile_raise_memory (event, devptr, size);
}

#endif
