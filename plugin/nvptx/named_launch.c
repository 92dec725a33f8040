/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches of clang's kernels; see named_launch.h.  Any thread; owns no data.

   A kernel's parameters are its arguments, each a word.  libgomp has written
   them to the argument block on the device, so they are read back.  From clang
   17 on a word comes before them: 0, or the address of the launch's
   environment, which a kernel needs that combines values of several teams.

   The geometry: a block is a team.  Each lane is an OpenMP thread.  A generic
   kernel has one warp more, whose first lane runs what is not in a parallel
   region.  The number of threads is that of thread_limit, else of
   OMP_TEAMS_THREAD_LIMIT, else what clang compiled the kernel for, which is 128
   as a rule; at most what the kernel's registers allow.  The number of teams is
   that of num_teams, even if the device runs some of them later.  Without the
   clause, an iteration of an SPMD kernel's loop is for one thread, and the
   kernel may be compiled for that (-fopenmp-assume-teams-oversubscription), so
   there are as many teams as that takes.  All others have as many as fit, but
   at most one for an iteration; all have at most OMP_NUM_TEAMS.

   Kernels of clang 14 to 16 that combine values of several teams share memory
   of their image, so the kernels of such an image run one after the other.  */

#include "named_launch.h"

#include "copy.h"
#include "failure.h"
#include "plugin.h"
#include "sync/mutex.h"

#define LANES 32
#define THREADS_DEFAULT 128
#define THREADS_MAX 1024

/* ---- Arguments.  */

/* Read the argument BLOCK of COUNT words.  */
static enum gomp_status
read_block (struct nvptx_device *d, CUdeviceptr block, size_t count,
            uint64_t *words)
{
  return nvptx_copy_out (d, words, block, count * sizeof (*words));
}

/* ARGUMENT gets those of BLOCK, of COUNT words, with what is added to some.
   There are no streams of the C library on the device: they are null.  */
static void
decode (const uint64_t *block, uint64_t *argument, size_t *arguments)
{
  size_t count = block[0] & NAMED_IMAGE_COUNT;
  size_t pairs = (block[0] & ~NAMED_IMAGE_NULL) / NAMED_IMAGE_PAIR;
  for (size_t i = 0; i < count; i++)
    argument[i] = block[1 + i];
  for (size_t i = 0; i < pairs; i++)
    {
      const uint64_t *pair = &block[1 + count + 2 * i];
      uint64_t which = pair[0] & ~NAMED_IMAGE_STREAM;
      if ((pair[0] & NAMED_IMAGE_STREAM) == 0)
        argument[which] += pair[1];
      else
        argument[which] = 0;
    }
  *arguments = count;
}

/* A head, arguments, and a pair for each.  */
#define BLOCK_MAX (1 + 3 * NAMED_IMAGE_WORDS)

static enum gomp_status
read_arguments (struct nvptx_device *d, CUdeviceptr block, size_t words,
                uint64_t *argument, size_t *count)
{
  uint64_t copy[BLOCK_MAX];
  *count = 0;
  if (block == 0 || words == 0)
    return GOMP_OK;
  enum gomp_status status
      = read_block (d, block, words < BLOCK_MAX ? words : BLOCK_MAX, copy);
  if (status == GOMP_OK)
    decode (copy, argument, count);
  return status;
}

/* ---- The launch's environment.  */

/* From clang 17 on.  The kernel counts in the first two.  */
struct environment
{
  uint32_t teams, iterations;
  uint64_t buffer;
};

/* The buffer is behind the environment, aligned.  */
#define ENVIRONMENT_SIZE 256

/* The counters are those of one launch, so they are written each time.  */
static enum gomp_status
make_environment (struct nvptx_device *d, struct nvptx_named_launch *l,
                  size_t size)
{
  l->buffer = nvptx_stacks_take (d, ENVIRONMENT_SIZE + size);
  if (l->buffer == NULL)
    return GOMP_ERR_NOMEM;
  l->word[0] = l->buffer->start;
  const struct environment e
      = { .buffer = l->buffer->start + ENVIRONMENT_SIZE };
  enum gomp_status status = nvptx_copy_in (d, l->buffer->start, &e, sizeof (e));
  if (status != GOMP_OK)
    nvptx_named_finish (d, l);
  return status;
}

/* ---- The grid.  */

static inline int
at_most (int n, int limit)
{
  return limit > 0 && n > limit ? limit : n;
}

static int
threads_for (const struct nvptx_device *d, const struct nvptx_named *n,
             uint64_t shape)
{
  int limit = (int)(uint32_t)shape, more = 0;
  bool is_teams = shape >> 32 != 0;
  int threads = limit > 0                         ? limit
                : is_teams && d->thread_limit > 0 ? d->thread_limit
                : n->threads_max > 0              ? n->threads_max
                                                  : THREADS_DEFAULT;
  if (n->mode == NVPTX_MODE_GENERIC)
    more = LANES;
  int most = at_most (n->lanes_max, THREADS_MAX) - more;
  threads = at_most (at_most (threads, n->threads_max), most);
  return threads > 0 ? threads : 1;
}

/* How many teams ITERATIONS want; 0: as many as fit.  */
static uint64_t
teams_for (const struct nvptx_named *n, uint64_t iterations, unsigned threads)
{
  return n->mode == NVPTX_MODE_SPMD ? (iterations + threads - 1) / threads
                                    : iterations;
}

static CUresult
open_teams (struct nvptx_device *d, struct nvptx_function *f,
            uint64_t iterations, struct nvptx_grid *g)
{
  uint64_t teams = teams_for (&f->named, iterations, g->threads);
  CUresult r = CUDA_SUCCESS;
  if (f->named.mode != NVPTX_MODE_SPMD || teams == 0)
    {
      int fit;
      r = nvptx_grid_fit (f, (g->lanes + LANES - 1) / LANES, &fit);
      uint64_t most = (uint64_t)fit * (uint64_t)d->multiprocessors;
      if (teams == 0 || teams > most)
        teams = most;
    }
  g->teams = (unsigned)at_most (at_most ((int)teams, f->named.teams_max),
                                d->num_teams);
  return r;
}

static CUresult
choose_grid (struct nvptx_device *d, struct nvptx_function *f, uint64_t shape,
             struct nvptx_grid *g)
{
  uint32_t teams = (uint32_t)(shape >> 32);
  g->threads = (unsigned)threads_for (d, &f->named, shape);
  g->lanes = g->threads + (f->named.mode == NVPTX_MODE_GENERIC ? LANES : 0);
  if (teams & NAMED_IMAGE_OPEN)
    return open_teams (d, f, teams & ~NAMED_IMAGE_OPEN, g);
  g->teams = teams == 0 ? 1 : teams;
  return CUDA_SUCCESS;
}

/* ---- All of it.  */

enum gomp_status
nvptx_named_prepare (struct nvptx_device *d, struct nvptx_function *f,
                     CUdeviceptr block, const struct nvptx_named_size *size,
                     struct nvptx_named_launch *l, struct nvptx_grid *g)
{
  size_t first = f->named.has_environment;
  l->word[0] = 0;
  l->buffer = NULL;
  l->turn = NULL;
  enum gomp_status status
      = read_arguments (d, block, size->words, l->word + first, &l->count);
  if (status != GOMP_OK)
    return status;
  l->count += first;
  CUresult r = choose_grid (d, f, size->shape, g);
  if (r != CUDA_SUCCESS)
    return nvptx_failed (d, r, "choosing the teams of %s", f->label);
  if (f->named.turn != NULL)
    {
      l->turn = f->named.turn;
      gomp_mutex_lock (l->turn);
    }
  return f->named.reduction == 0 || first == 0
             ? GOMP_OK
             : make_environment (d, l, f->named.reduction);
}

CUresult
nvptx_named_start (const struct nvptx_function *f, struct nvptx_named_launch *l,
                   const struct nvptx_grid *g, CUstream stream)
{
  void *parameters[NAMED_IMAGE_WORDS + 1];
  for (size_t i = 0; i < l->count; i++)
    parameters[i] = &l->word[i];
  GOMP_PLUGIN_debug (0,
                     "nvptx: kernel %s: %u teams of %u threads, registers %d, "
                     "reductions %zu bytes\n",
                     f->label, g->teams, g->threads, f->registers,
                     l->buffer == NULL ? 0 : f->named.reduction);
  return nvptx_cu.launch (f->handle, g->teams, 1, 1, g->lanes, 1, 1, 0, stream,
                          parameters, NULL);
}

void
nvptx_named_finish (struct nvptx_device *d, struct nvptx_named_launch *l)
{
  if (l->buffer != NULL)
    nvptx_stacks_give (d, l->buffer);
  l->buffer = NULL;
  if (l->turn != NULL)
    gomp_mutex_unlock (l->turn);
}
