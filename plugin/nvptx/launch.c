/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running a region's kernel; see launch.h.  Owns the lock that
   GOMP_OFFLOAD_SYNC has kernels take turns with; any thread.

   The geometry: blocks are teams, warps OpenMP threads.  GCC's device library
   goes through all teams that a construct asked for whatever the number of
   blocks, so no more are launched than run at once
   (cuOccupancyMaxActiveBlocksPerMultiprocessor).  Teams: num_teams, else
   OMP_NUM_TEAMS.  Threads of a team: thread_limit, else OMP_TEAMS_THREAD_LIMIT,
   else 8, at most what the kernel's registers allow and 32.  Only this libgomp
   passes the variables on (teams_defaults).  */

#include "launch.h"

#include "failure.h"
#include "options.h"
#include "reverse.h"
#include "stacks.h"
#include "stream.h"
#include "team_count.h"

#define LANES 32
#define THREADS_DEFAULT 8

static struct gomp_mutex turn;

void
nvptx_launch_decode (struct nvptx_launch *l, void **args)
{
  gomp_target_args_read (args, GOMP_TYPE_NVPTX, &l->num_teams,
                         &l->thread_limit);
}

static COLD CUresult
ask_fit (struct nvptx_function *f, unsigned threads, int *fit)
{
  CUresult r
      = nvptx_cu.occupancy (fit, f->handle, (int)threads * LANES, f->shared);
  if (*fit < 1)
    *fit = 1;
  atomic_store_explicit (&f->fit[threads], *fit, memory_order_relaxed);
  return r;
}

/* As the compiler passes it: a teams construct without num_teams, and one that
   might be none.  */
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

/* Chooses the numbers of teams and threads for L.  */
static inline CUresult
shape (struct nvptx_device *d, const struct nvptx_launch *l, unsigned *teams,
       unsigned *threads)
{
  struct nvptx_function *f = l->function;
  int wanted = want_threads (d, l), wanted_teams = want_teams (d, l);
  *threads = (unsigned)(wanted < f->threads_max ? wanted : f->threads_max);
  CUresult r = CUDA_SUCCESS;
  int fit = atomic_load_explicit (&f->fit[*threads], memory_order_relaxed);
  if (unlikely (fit == 0))
    r = ask_fit (f, *threads, &fit);
  unsigned most = (unsigned)fit * (unsigned)d->multiprocessors;
  size_t stacks = nvptx_stacks_limit (d) / (*threads * NVPTX_STACK_SIZE);
  if (unlikely (most > stacks))
    most = stacks > 0 ? (unsigned)stacks : 1;
  *teams = wanted_teams < 1 || (unsigned)wanted_teams > most
               ? most
               : (unsigned)wanted_teams;
  return r;
}

static CUresult
launch (struct nvptx_stream *s, const struct nvptx_launch *l,
        CUdeviceptr stacks, unsigned teams, unsigned threads)
{
  struct
  {
    CUdeviceptr block;
    CUdeviceptr stacks;
    uint64_t stack_size;
  } parameters = { l->block, stacks, NVPTX_STACK_SIZE };
  size_t size = sizeof (parameters);
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &parameters,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
  GOMP_PLUGIN_debug (0,
                     "nvptx: kernel %s: %u teams of %u threads, registers %d, "
                     "stacks %zu bytes\n",
                     l->function->label, teams, threads, l->function->registers,
                     teams * threads * NVPTX_STACK_SIZE);
  return nvptx_cu.launch (l->function->handle, teams, 1, 1, LANES, threads, 1,
                          l->function->shared, s->handle, NULL, extra);
}

static COLD enum gomp_status
launch_failed (struct nvptx_device *d, const struct nvptx_launch *l, CUresult r,
               unsigned teams, unsigned threads)
{
  return nvptx_failed (d, r, "running " NVPTX_REGION, l->function->label, teams,
                       threads);
}

/* If kernels share the number of teams, L takes turns with that number: the one
   that the construct asks for, or the number of launched teams.  */
static inline void
enter_teams (struct nvptx_device *d, const struct nvptx_launch *l,
             unsigned launched)
{
  if (l->function->shares_teams)
    nvptx_team_count_enter (d, l->num_teams > 0 ? (unsigned)l->num_teams
                                                : launched);
}

static inline void
leave_teams (struct nvptx_device *d, const struct nvptx_launch *l)
{
  if (l->function->shares_teams)
    nvptx_team_count_leave (d);
}

/* Take turns with the number of teams, and the stacks: in this order, so that a
   thread that waits for its turn holds no stacks that another one waits
   for.  */
static inline struct nvptx_stack *
take_turn (struct nvptx_device *d, const struct nvptx_launch *l,
           unsigned *teams, unsigned threads)
{
  for (;;)
    {
      enter_teams (d, l, *teams);
      struct nvptx_stack *stacks
          = nvptx_stacks_take (d, *teams * threads * NVPTX_STACK_SIZE);
      if (likely (stacks != NULL))
        return stacks;
      leave_teams (d, l);
      if (*teams == 1)
        return NULL;
      /* A crowded device: fewer teams take turns.  */
      *teams = (*teams + 1) / 2;
    }
}

/* F: copies behind it, or NULL.  */
static SPECIALIZED enum gomp_status
run (struct nvptx_device *d, const struct nvptx_launch *l,
     struct nvptx_fetch *f)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  unsigned teams, threads;
  if (s == NULL)
    return GOMP_ERR_DEVICE;
  struct nvptx_reverse *reverse = l->function->reverse;
  if (unlikely (reverse != NULL)
      && nvptx_reverse_prepare (s, l->function) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  CUresult r = shape (d, l, &teams, &threads);
  if (unlikely (r != CUDA_SUCCESS))
    return launch_failed (d, l, r, teams, threads);
  struct nvptx_stack *stacks = take_turn (d, l, &teams, threads);
  if (unlikely (stacks == NULL))
    return GOMP_ERR_NOMEM;
  if (unlikely (nvptx_options.sync))
    gomp_mutex_lock (&turn);
  atomic_store_explicit (&s->teams, teams, memory_order_relaxed);
  atomic_store_explicit (&s->threads, threads, memory_order_relaxed);
  atomic_store_explicit (&s->running, l->function, memory_order_release);
  do
    r = launch (s, l, stacks->start, teams, threads);
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  if (f != NULL)
    f->is_started = false;
  /* A call that may wait for the kernel must not come before its requests are
     served.  */
  if (f != NULL && r == CUDA_SUCCESS && likely (reverse == NULL))
    nvptx_fetch_start (s, f);
  if (likely (r == CUDA_SUCCESS))
    r = likely (reverse == NULL) ? nvptx_stream_wait (s)
                                 : nvptx_reverse_wait (s, reverse);
  /* It is this one: it has its turn until the program ends, so that whatever
     fails after it blames it, too.  */
  if (unlikely (nvptx_options.sync && nvptx_breaks_context (r)))
    return launch_failed (d, l, r, teams, threads);
  enum gomp_status status = GOMP_OK;
  atomic_store_explicit (&s->running, NULL, memory_order_release);
  if (unlikely (r != CUDA_SUCCESS))
    status = launch_failed (d, l, r, teams, threads);
  if (unlikely (nvptx_options.sync))
    gomp_mutex_unlock (&turn);
  nvptx_stacks_give (d, stacks);
  leave_teams (d, l);
  return status;
}

enum gomp_status
nvptx_launch_run (struct nvptx_device *d, const struct nvptx_launch *l)
{
  return run (d, l, NULL);
}

enum gomp_status
nvptx_launch_fetch (struct nvptx_device *d, const struct nvptx_launch *l,
                    struct nvptx_fetch *f)
{
  return run (d, l, f);
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
