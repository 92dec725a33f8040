/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The geometry of OpenACC regions; see gangs.h.  Any thread; owns no data.

   A gang is a block, a worker is a row of the block, and the lanes of the row
   are its vector.  If the kernel was compiled for certain numbers, only these
   are right.  Otherwise the program's clauses count, then GOMP_OPENACC_DIM.
   Otherwise there are as many gangs as can run at once, of 8 workers with
   vectors of 32 lanes.  */

#include "gangs.h"

#include "device.h"
#include "failure.h"
#include "plugin.h"

#define WARP 32
#define WORKERS_DEFAULT 8

enum
{
  GANG,
  WORKER,
  VECTOR
};

CUresult
nvptx_grid_ask_fit (struct nvptx_function *f, unsigned threads, int *fit)
{
  CUresult r
      = nvptx_cu.occupancy (fit, f->handle, (int)threads * WARP, f->shared);
  if (*fit < 1)
    *fit = 1;
  atomic_store_explicit (&f->fit[threads], *fit, memory_order_relaxed);
  return r;
}

static inline unsigned
want (const struct nvptx_function *f, const unsigned *dims, unsigned dimension)
{
  if (f->dims[dimension] != 0)
    return f->dims[dimension];
  if (dims[dimension] != 0)
    return dims[dimension];
  int number = GOMP_PLUGIN_acc_default_dim (dimension);
  return number > 0 ? (unsigned)number : 0;
}

static COLD enum gomp_status
too_large (struct nvptx_device *d, const struct nvptx_function *f,
           const struct nvptx_grid *g)
{
  gomp_error_set (GOMP_ERR_DEVICE,
                  "device %d (nvptx, %s): %u workers with vectors of %u lanes "
                  "are too many for the compute region %s: its registers allow "
                  "%d lanes",
                  d->ordinal, d->name, g->threads, g->lanes, f->label,
                  f->threads_max * WARP);
  gomp_error_hint ("compile it with fewer, by num_workers and vector_length or "
                   "by -fopenacc-dim=");
  return GOMP_ERR_DEVICE;
}

enum gomp_status
nvptx_gangs_shape (struct nvptx_device *d, struct nvptx_function *f,
                   const unsigned *dims, struct nvptx_grid *g)
{
  unsigned lanes = want (f, dims, VECTOR), workers = want (f, dims, WORKER);
  unsigned warps = lanes == 0 ? 1 : (lanes + WARP - 1) / WARP;
  unsigned most = (unsigned)f->threads_max / warps;
  if (workers == 0)
    workers = WORKERS_DEFAULT;
  if (f->dims[WORKER] == 0 && workers > most)
    workers = most > 0 ? most : 1;
  g->teams = want (f, dims, GANG);
  g->threads = workers;
  g->lanes = warps * WARP;
  if (unlikely (workers > most))
    return too_large (d, f, g);
  if (g->teams != 0)
    return GOMP_OK;
  int fit;
  CUresult r = nvptx_grid_fit (f, workers * warps, &fit);
  g->teams = (unsigned)fit * (unsigned)d->multiprocessors;
  return r == CUDA_SUCCESS
             ? GOMP_OK
             : nvptx_failed (d, r,
                             "asking how many gangs of the compute "
                             "region %s can run at once",
                             f->label);
}
