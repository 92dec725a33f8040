/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The streams of a device: their memory, and the kernels in them.  */

#ifndef PLUGIN_NVPTX_STREAMS_H
#define PLUGIN_NVPTX_STREAMS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver.h"
#include "sync/mutex.h"

/* The bytes of host memory that each stream has for copies.  */
#define NVPTX_STAGING ((size_t)1 << 20)

struct nvptx_device;
struct nvptx_function;
struct nvptx_reverse;

/* When the kernels and copies in a stream run; its thread's.  Events: NULL: not
   created.  */
struct nvptx_times
{
  CUevent reference;     /* an event, and */
  uint64_t referred;     /* when it was recorded, ns; 0: there is none */
  CUevent before, after; /* those around a kernel or copy */
  uint64_t begun;        /* when the host began with that */
  bool is_open;          /* the first of them was recorded, */
  bool is_over;          /* and the second one */
  bool is_known;         /* some were measured, and none failed to be, */
  uint64_t start, end;   /* from then to then, ns; END 0: there were none */
};

struct nvptx_stream
{
  struct nvptx_stream *next;
  struct nvptx_device *device;
  CUstream handle;            /* NULL: not created yet, or destroyed */
  bool is_owned;              /* by a thread; under streams.lock */
  bool is_worker;             /* belongs to a worker of asynchronous
                                 launches */
  struct gomp_mutex lock;     /* protects what follows, up to is_pinned */
  bool is_pending;            /* copies were started and not waited for */
  size_t used;                /* bytes of staging memory that these copies
                                 use */
  char *staging;              /* host memory, NVPTX_STAGING bytes */
  bool is_pinned;             /* it is pinned, as on nearly all systems */
  struct nvptx_stream *aside; /* its thread's second stream, used while a kernel
                                 in this one waits for the host; NULL: not
                                 needed so far */
  const struct nvptx_reverse *serves; /* of a second stream in use: the kernels
                                         that wait */
  /* The kernel in the stream, for messages of other threads; not protected by
     the lock.  */
  _Atomic (const struct nvptx_function *) running;
  atomic_uint teams;
  atomic_uint threads;
  /* Its thread is in a launch, and uses what belongs to the image; not
     protected by the lock.  */
  atomic_bool is_launching;
  struct nvptx_times times;
};

struct nvptx_streams
{
  struct gomp_mutex lock;               /* of the list */
  _Atomic (struct nvptx_stream *) list; /* all streams; never freed, so that the
                                           list is read without the lock */
};

#endif
