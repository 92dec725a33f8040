/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A GPU: its primary context, which it shares with CUDA libraries of the
   program, and what the other files keep for it.  */

#ifndef NVPTX_DEVICE_H
#define NVPTX_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "driver.h"
#include "os/origin.h"
#include "sync/mutex.h"

enum nvptx_condition
{
  NVPTX_DOWN, /* not initialised, or finalised */
  NVPTX_UP,
  NVPTX_ENDING /* finalised with work in flight: of no use any more */
};

struct nvptx_block;  /* memory.c */
struct nvptx_chunk;  /* memory.c */
struct nvptx_stream; /* stream.h */
struct nvptx_image;  /* image.c */
struct nvptx_stack;  /* stacks.h */
struct nvptx_async;  /* async.c */

/* Size classes of small blocks of device memory.  */
#define NVPTX_CLASSES 64

struct nvptx_memory
{
  struct gomp_mutex growing;  /* of who gets a chunk; taken before the other */
  struct gomp_mutex lock;     /* of all below; never held over a driver call */
  struct nvptx_block **table; /* of blocks in use, hashed by address */
  size_t table_size;          /* its buckets, a power of two */
  size_t count;               /* blocks in use */
  struct nvptx_block *unused[NVPTX_CLASSES]; /* free blocks of each class */
  struct nvptx_block *large;                 /* free ones above that */
  size_t large_size;                         /* bytes of them */
  struct nvptx_block *spare;                 /* descriptors of no block */
  struct nvptx_chunk *chunks; /* what small blocks are cut from */
  CUdeviceptr cut;            /* the rest of the newest chunk */
  size_t cut_size;            /* bytes of it */
};

struct nvptx_stacks
{
  struct gomp_mutex lock;      /* of all here; likewise */
  struct nvptx_stack *unused;  /* no kernel runs on them */
  size_t size;                 /* bytes of all, used or not */
  unsigned taken;              /* how many are used */
  struct gomp_wait_word given; /* counts those that were given back */
};

struct nvptx_teams
{
  struct gomp_mutex lock;     /* of all here */
  unsigned count;             /* teams of each region in flight */
  unsigned regions;           /* in flight */
  unsigned waiting;           /* regions that wait for those */
  struct gomp_wait_word left; /* counts when there were none any more */
};

struct nvptx_device
{
  int ordinal;          /* libgomp's number within the plugin, and CUDA's */
  atomic_int condition; /* enum nvptx_condition */
  CUdevice handle;
  CUcontext context; /* the primary one, while it is up */
  char name[100];    /* of the GPU */
  int multiprocessors;
  int clock;        /* kHz */
  int num_teams;    /* of a teams construct without the clause; 0: no limit */
  int thread_limit; /* likewise */
  size_t total;     /* bytes of memory */
  struct nvptx_memory memory;
  struct nvptx_stacks stacks;
  struct nvptx_teams teams;
  struct gomp_mutex streams_lock;          /* of the list that follows */
  _Atomic (struct nvptx_stream *) streams; /* all; never freed, so that they
                                              are read without the lock */
  struct nvptx_image *images;              /* libgomp loads one at a time */
  void *const *indirect;        /* on the host: functions called by pointers */
  size_t indirect_count;        /* of the image that is loaded next */
  struct gomp_mutex async_lock; /* of async */
  struct nvptx_async *async;    /* or NULL, until it is needed */
};

HIDDEN extern struct nvptx_device *nvptx_devices;
HIDDEN extern int nvptx_device_count;
/* Counts initialisations: what a thread remembers of a context is of one.  */
HIDDEN extern atomic_uint nvptx_generation;

/* Find the GPUs; GOMP_ERR_NODEV as of nvptx_driver_open.  */
HIDDEN enum gomp_status nvptx_devices_find (void);
HIDDEN enum gomp_status nvptx_device_start (struct nvptx_device *d);
HIDDEN void nvptx_device_stop (struct nvptx_device *d);
/* The calling thread finalises devices, since the program ends; or false: it
   does not after all.  */
HIDDEN void nvptx_device_ending (bool is_ending);
/* What failed on D failed perhaps because another thread ends the program, and
   finalised D: then that is no error of the caller's, who waits for the end. */
HIDDEN void nvptx_device_await_end (struct nvptx_device *d) COLD;
/* Records why not.  */
HIDDEN enum gomp_status nvptx_device_refuse (struct nvptx_device *d) COLD;

/* May D be used, by this process?  */
static inline bool
nvptx_device_usable (struct nvptx_device *d)
{
  /* Acquire: pairs with the release in nvptx_device_start.  */
  return likely (atomic_load_explicit (&d->condition, memory_order_acquire)
                     == NVPTX_UP
                 && !os_origin_lost ())
         || nvptx_device_refuse (d) == GOMP_OK;
}

#endif
