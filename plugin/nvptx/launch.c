/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running a region's kernel; see launch.h.  Any thread.  Owns the lock by which
   kernels take turns under GOMP_OFFLOAD_SYNC.

   The geometry: a block is a team, a warp is an OpenMP thread.  GCC's device
   library goes through all teams that a construct asked for, however many
   blocks there are.  So no more blocks are launched than can run at once
   (cuOccupancyMaxActiveBlocksPerMultiprocessor).  The number of teams is that
   of num_teams, else of OMP_NUM_TEAMS.  The threads of a team are those of
   thread_limit, else of OMP_TEAMS_THREAD_LIMIT, else 8; but at most 32, and at
   most what the kernel's registers allow.  Only this libgomp passes the two
   variables on (teams_defaults).  That is GCC's geometry; clang's:
   named_launch.c.  */

#include "launch.h"

#include "failure.h"
#include "gangs.h"
#include "options.h"
#include "os/os.h"
#include "reverse.h"
#include "same_grid.h"
#include "stacks.h"
#include "stream.h"
#include "times.h"

#define LANES 32
#define THREADS_DEFAULT 8

static struct gomp_mutex turn;

void
nvptx_launch_decode (struct nvptx_launch *l, void **args)
{
  gomp_target_args_read (args, GOMP_TYPE_NVPTX, &l->num_teams,
                         &l->thread_limit);
  if (unlikely (l->thread_limit == GOMP_TARGET_ARG_WORDS))
    l->named
        = (struct nvptx_named_size){ .shape = NAMED_IMAGE_SHAPE_OF (args),
                                     .words = NAMED_IMAGE_WORDS_OF (args) };
}

/* Numbers of teams that the compiler passes: a teams construct without
   num_teams; one team, perhaps because there is no teams construct.  */
#define TEAMS_OPEN 0
#define TEAMS_ONE 1

static inline int
want_teams (const struct nvptx_device *d, const struct nvptx_launch *l)
{
  return l->num_teams == TEAMS_OPEN ? d->num_teams : l->num_teams;
}

static inline int
want_threads (const struct nvptx_device *d, const struct nvptx_launch *l)
{
  if (l->thread_limit > 0)
    return l->thread_limit;
  return d->thread_limit > 0 && l->num_teams != TEAMS_ONE ? d->thread_limit
                                                          : THREADS_DEFAULT;
}

/* Choose the numbers of teams and threads for L.  */
static inline CUresult
shape (struct nvptx_device *d, const struct nvptx_launch *l,
       struct nvptx_grid *g)
{
  struct nvptx_function *f = l->function;
  int wanted = want_threads (d, l), wanted_teams = want_teams (d, l);
  int fit;
  g->lanes = LANES;
  g->threads = (unsigned)(wanted < f->threads_max ? wanted : f->threads_max);
  CUresult r = nvptx_grid_fit (f, g->threads, &fit);
  unsigned most = (unsigned)fit * (unsigned)d->multiprocessors;
  size_t stacks = nvptx_stacks_limit (d) / (g->threads * NVPTX_STACK_SIZE);
  if (unlikely (most > stacks))
    most = stacks > 0 ? (unsigned)stacks : 1;
  g->teams = wanted_teams < 1 || (unsigned)wanted_teams > most
                 ? most
                 : (unsigned)wanted_teams;
  return r;
}

/* Kernels of OpenACC have only the first parameter.  */
static CUresult
launch (CUstream stream, const struct nvptx_launch *l, CUdeviceptr stacks,
        const struct nvptx_grid *g)
{
  struct
  {
    CUdeviceptr block;
    CUdeviceptr stacks;
    uint64_t stack_size;
  } parameters = { l->block, stacks, NVPTX_STACK_SIZE };
  size_t size
      = l->dims == NULL ? sizeof (parameters) : sizeof (parameters.block);
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &parameters,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
  GOMP_PLUGIN_debug (
      0,
      "nvptx: kernel %s: %u %s of %u %s, registers %d, stacks "
      "%zu bytes\n",
      l->function->label, g->teams, l->dims == NULL ? "teams" : "gangs",
      g->threads, l->dims == NULL ? "threads" : "workers",
      l->function->registers,
      stacks == 0 ? 0 : g->teams * g->threads * NVPTX_STACK_SIZE);
  return nvptx_cu.launch (l->function->handle, g->teams, 1, 1, g->lanes,
                          g->threads, 1, l->function->shared, stream, NULL,
                          extra);
}

/* The recorded error came before the launch.  */
static COLD void
add_context (const struct nvptx_launch *l, const struct nvptx_grid *g)
{
  char what[256];
  nvptx_failure_describe (l->function, g->teams, g->threads, what,
                          sizeof (what));
  gomp_error_context ("running %s", what);
}

static COLD enum gomp_status
launch_failed (struct nvptx_device *d, const struct nvptx_launch *l, CUresult r,
               const struct nvptx_grid *g)
{
  char what[256];
  nvptx_failure_describe (l->function, g->teams, g->threads, what,
                          sizeof (what));
  return nvptx_failed (d, r, "running %s", what);
}

/* If the kernels of the image share variables for the numbers of teams and
   threads, wait until L may use its own: the number of teams that the construct
   asks for, else that of launched TEAMS.  */
static inline void
enter_grid (struct nvptx_device *d, const struct nvptx_launch *l,
            unsigned teams, unsigned threads)
{
  if (l->function->shares_icvs)
    nvptx_same_grid_enter (d, l->num_teams > 0 ? (unsigned)l->num_teams : teams,
                           threads);
}

static inline void
leave_grid (struct nvptx_device *d, const struct nvptx_launch *l)
{
  if (l->function->shares_icvs)
    nvptx_same_grid_leave (d);
}

/* Wait for the right to use the grid, then for stacks.  The order matters: a
   thread that waits for its grid must not hold stacks that another one waits
   for.  */
static inline struct nvptx_stack *
take_turn (struct nvptx_device *d, const struct nvptx_launch *l,
           unsigned *teams, unsigned threads)
{
  for (;;)
    {
      enter_grid (d, l, *teams, threads);
      struct nvptx_stack *stacks
          = nvptx_stacks_take (d, *teams * threads * NVPTX_STACK_SIZE);
      if (likely (stacks != NULL))
        return stacks;
      leave_grid (d, l);
      if (*teams == 1)
        return NULL;
      /* The device is crowded: try with fewer teams, which take turns.  */
      *teams = (*teams + 1) / 2;
    }
}

/* Choose the grid of L, and get its stacks; the grid may become smaller.
   NULL: recorded.  NAMED: of clang's kernel, which has no such stacks; else
   NULL.  */
static SPECIALIZED struct nvptx_stack *
prepare (struct nvptx_device *d, const struct nvptx_launch *l,
         struct nvptx_named_launch *named, struct nvptx_grid *g)
{
  static struct nvptx_stack none;
  if (named != NULL)
    return nvptx_named_prepare (d, l->function, l->block, &l->named, named, g)
                   == GOMP_OK
               ? &none
               : NULL;
  if (l->dims != NULL)
    return nvptx_gangs_shape (d, l->function, l->dims, g) == GOMP_OK ? &none
                                                                     : NULL;
  CUresult r = shape (d, l, g);
  if (unlikely (r != CUDA_SUCCESS))
    {
      launch_failed (d, l, r, g);
      return NULL;
    }
  struct nvptx_stack *stacks = take_turn (d, l, &g->teams, g->threads);
  if (unlikely (stacks == NULL))
    add_context (l, g);
  return stacks;
}

static SPECIALIZED void
finish (struct nvptx_device *d, const struct nvptx_launch *l,
        struct nvptx_named_launch *named, struct nvptx_stack *stacks)
{
  if (named != NULL)
    nvptx_named_finish (d, named);
  if (named != NULL || l->dims != NULL)
    return;
  nvptx_stacks_give (d, stacks);
  leave_grid (d, l);
}

/* The calling thread's stream, for a launch; NULL: an error is recorded.  Until
   leave, D keeps its images: another thread may finalise it, which is not known
   before.  */
static inline struct nvptx_stream *
enter (struct nvptx_device *d)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (unlikely (s == NULL))
    return NULL;
  /* Relaxed: the fence pairs with os_fence_heavy in nvptx_lifecycle_stop.
     Either that thread sees this launch, or this one sees that D has ended.  */
  atomic_store_explicit (&s->is_launching, true, memory_order_relaxed);
  os_fence_light ();
  if (likely (atomic_load_explicit (&d->condition, memory_order_relaxed)
              == NVPTX_UP))
    return s;
  atomic_store_explicit (&s->is_launching, false, memory_order_relaxed);
  nvptx_device_refuse (d);
  return NULL;
}

static inline void
leave (struct nvptx_stream *s)
{
  /* Release: pairs with the acquire in nvptx_streams_busy.  */
  atomic_store_explicit (&s->is_launching, false, memory_order_release);
}

/* F: copies to make after the kernel, or NULL.  NAMED: room for the launch of
   clang's kernel; NULL: it is GCC's.  */
static SPECIALIZED enum gomp_status
run (struct nvptx_device *d, struct nvptx_stream *s,
     const struct nvptx_launch *l, struct nvptx_fetch *f,
     struct nvptx_named_launch *named)
{
  struct nvptx_grid g;
  struct nvptx_reverse *reverse = l->function->reverse;
  if (unlikely (reverse != NULL)
      && nvptx_reverse_prepare (s, l->function) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  CUresult r;
  struct nvptx_stack *stacks = prepare (d, l, named, &g);
  if (unlikely (stacks == NULL))
    return GOMP_ERR_NOMEM;
  if (unlikely (nvptx_options.sync))
    gomp_mutex_lock (&turn);
  atomic_store_explicit (&s->teams, g.teams, memory_order_relaxed);
  atomic_store_explicit (&s->threads, g.threads, memory_order_relaxed);
  atomic_store_explicit (&s->running, l->function, memory_order_release);
  nvptx_times_begin (s);
  do
    r = named != NULL ? nvptx_named_start (l->function, named, &g, s->handle)
                      : launch (s->handle, l, stacks->start, &g);
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  nvptx_times_end (s);
  if (f != NULL)
    f->is_started = false;
  /* The next call may wait for the kernel, so it must not come before the
     kernel's requests are served.  */
  if (f != NULL && r == CUDA_SUCCESS && likely (reverse == NULL))
    nvptx_fetch_start (s, f);
  if (likely (r == CUDA_SUCCESS))
    r = likely (reverse == NULL) ? nvptx_stream_wait (s)
                                 : nvptx_reverse_wait (s, reverse);
  nvptx_times_read (s);
  /* This kernel has failed.  It keeps its turn until the program ends, so that
     the message of whatever fails next names this kernel, too.  */
  if (unlikely (nvptx_options.sync && nvptx_breaks_context (r)))
    return launch_failed (d, l, r, &g);
  enum gomp_status status = GOMP_OK;
  atomic_store_explicit (&s->running, NULL, memory_order_release);
  if (unlikely (r != CUDA_SUCCESS))
    status = launch_failed (d, l, r, &g);
  if (unlikely (nvptx_options.sync))
    gomp_mutex_unlock (&turn);
  finish (d, l, named, stacks);
  return status;
}

/* Run L, of clang's kernel.  */
static NOINLINE enum gomp_status
run_named (struct nvptx_device *d, struct nvptx_stream *s,
           const struct nvptx_launch *l, struct nvptx_fetch *f)
{
  struct nvptx_named_launch named;
  return run (d, s, l, f, &named);
}

static inline bool
is_named (const struct nvptx_launch *l)
{
  return unlikely (l->function->named.mode != NVPTX_MODE_NONE);
}

static enum gomp_status
start (struct nvptx_device *d, CUstream stream, const struct nvptx_launch *l)
{
  struct nvptx_grid g;
  CUresult r;
  if (nvptx_gangs_shape (d, l->function, l->dims, &g) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  do
    r = launch (stream, l, 0, &g);
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  return r == CUDA_SUCCESS ? GOMP_OK : launch_failed (d, l, r, &g);
}

enum gomp_status
nvptx_launch_start (struct nvptx_device *d, CUstream stream,
                    const struct nvptx_launch *l)
{
  struct nvptx_stream *s = enter (d);
  if (unlikely (s == NULL))
    return GOMP_ERR_DEVICE;
  enum gomp_status status = start (d, stream, l);
  leave (s);
  return status;
}

/* F: as of run.  */
static SPECIALIZED enum gomp_status
enter_and_run (struct nvptx_device *d, const struct nvptx_launch *l,
               struct nvptx_fetch *f)
{
  struct nvptx_stream *s = enter (d);
  if (unlikely (s == NULL))
    return GOMP_ERR_DEVICE;
  enum gomp_status status
      = is_named (l) ? run_named (d, s, l, f) : run (d, s, l, f, NULL);
  leave (s);
  return status;
}

enum gomp_status
nvptx_launch_run (struct nvptx_device *d, const struct nvptx_launch *l)
{
  return enter_and_run (d, l, NULL);
}

enum gomp_status
nvptx_launch_fetch (struct nvptx_device *d, const struct nvptx_launch *l,
                    struct nvptx_fetch *f)
{
  return enter_and_run (d, l, f);
}

enum gomp_status
nvptx_launch_alone (struct nvptx_device *d, CUfunction kernel,
                    const char *label)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  struct nvptx_stack *stack
      = s != NULL ? nvptx_stacks_take (d, NVPTX_STACK_SIZE) : NULL;
  if (stack == NULL)
    return GOMP_ERR_DEVICE;
  CUdeviceptr end = stack->start + NVPTX_STACK_SIZE;
  void *parameters[] = { &end };
  CUresult r = nvptx_cu.launch (kernel, 1, 1, 1, 1, 1, 1, 0, s->handle,
                                parameters, NULL);
  if (r == CUDA_SUCCESS)
    r = nvptx_stream_wait (s);
  nvptx_stacks_give (d, stack);
  return r == CUDA_SUCCESS ? GOMP_OK : nvptx_failed (d, r, "running %s", label);
}
