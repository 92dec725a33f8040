/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks: deferred constructs (nowait, depend; OpenMP 5.1 section
   2.14.5).

   The encountering thread makes a copy of everything that the construct refers
   to; the copy belongs to the task.  The thread that runs the task starts it;
   the thread that runs its end finishes it.  */

#include <string.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "offload/construct/construct.h"
#include "offload/directive/remote.h"
#include "offload/directive/stray.h"
#include "offload/directive/target.h"
#include "offload/directive/target_internal.h"
#include "offload/directive/targettask.h"
#include "offload/observe.h"
#include "team/idle.h"

/* Added to a directive that is observed.  */
#define DEFERRED_OBSERVED 8

/* The unusual properties of a region.  */
enum deferred_way
{
  DEFERRED_SHARED = 1, /* a device without mapping */
  DEFERRED_LAUNCH_OBSERVED = 2,
  DEFERRED_REMOTE = 4,  /* a device of another machine */
  DEFERRED_FETCHED = 8, /* whose results come with the region's end */
  DEFERRED_CALLED = 16, /* DEFERRED_REMOTE: the program, not the library, runs
                           the region on the host */
  DEFERRED_COPIED = 32  /* an update that no thread waits for */
};

struct deferred
{
  unsigned directive; /* enum gomp_deferred_directive, DEFERRED_OBSERVED */
  unsigned way;       /* enum deferred_way: a sum */
  struct gomp_region region; /* refers to the copies below */
  void *copies;              /* firstprivate data, or NULL */
  const void *at;            /* DEFERRED_OBSERVED: where it was encountered */
  struct gomp_identity identity;        /* DEFERRED_OBSERVED */
  struct gomp_observed_launch observed; /* DEFERRED_LAUNCH_OBSERVED */
  union
  {
    struct gomp_remote_back *back;     /* DEFERRED_FETCHED: the results */
    struct gomp_remote_update *update; /* DEFERRED_COPIED */
  };
  void *task; /* DEFERRED_REMOTE, DEFERRED_COPIED: its task */
  struct gomp_construct construct;
  void *words[]; /* hosts, sizes, kinds, arguments */
};

static size_t
argument_words (void **args)
{
  size_t count = 0;
  if (args != NULL)
    for (; args[count] != NULL; count++)
      if ((uintptr_t)args[count] & GOMP_TARGET_ARG_INDIRECT)
        count++;
  return count + 1;
}

/* A copy of REGION but for its firstprivate data; NULL: recorded.  */
static struct deferred *
copy_region (enum gomp_deferred_directive directive,
             const struct gomp_region *region)
{
  const struct gomp_clause_list *list = &region->list;
  size_t n = list->count;
  size_t words = argument_words (region->args);
  size_t kinds_words
      = (n * sizeof (list->kinds[0]) + sizeof (void *) - 1) / sizeof (void *);
  struct deferred *deferred = gomp_alloc (
      sizeof (*deferred) + (2 * n + kinds_words + words) * sizeof (void *));
  if (deferred == NULL)
    return NULL;
  void **hosts = deferred->words, **sizes = hosts + n, **kinds = sizes + n;
  void **args = kinds + kinds_words;
  if (n > 0)
    {
      memcpy (hosts, list->hosts, n * sizeof (*hosts));
      memcpy (sizes, list->sizes, n * sizeof (*sizes));
      memcpy (kinds, list->kinds, n * sizeof (list->kinds[0]));
    }
  if (words > 1)
    memcpy (args, region->args, (words - 1) * sizeof (*args));
  args[words - 1] = NULL;
  deferred->directive = directive;
  deferred->region = *region;
  deferred->region.list.hosts = hosts;
  deferred->region.list.sizes = (const size_t *)sizes;
  deferred->region.list.kinds = (const unsigned short *)kinds;
  deferred->region.args = args;
  deferred->copies = NULL;
  deferred->way = 0;
  return deferred;
}

void *
gomp_deferred_create (enum gomp_deferred_directive directive,
                      const struct gomp_region *region)
{
  struct deferred *deferred = copy_region (directive, region);
  if (deferred != NULL && directive == GOMP_DEFERRED_TARGET
      && gomp_fallback_private_copies (&deferred->region.list,
                                       &deferred->copies)
             != GOMP_OK)
    {
      gomp_free (deferred);
      return NULL;
    }
  return deferred;
}

/* The kind and the name of each directive in events.  */
static const struct
{
  enum gomp_construct_kind kind;
  const char *name;
} directives[] = {
  [GOMP_DEFERRED_TARGET] = { GOMP_KIND_NOWAIT, "target" },
  [GOMP_DEFERRED_ENTER] = { GOMP_KIND_ENTER, GOMP_DATA_ENTER },
  [GOMP_DEFERRED_EXIT] = { GOMP_KIND_EXIT, GOMP_DATA_EXIT },
  [GOMP_DEFERRED_UPDATE] = { GOMP_KIND_UPDATE, "target update" },
};

static struct gomp_event_deferred
describe (const struct deferred *deferred, unsigned directive)
{
  return (struct gomp_event_deferred){ .kind = directives[directive].kind,
                                       .name = directives[directive].name,
                                       .number = deferred->region.device,
                                       .list = &deferred->region.list };
}

/* Listeners hear of DEFERRED, which is a copy of REGION.  */
static COLD void
observe (struct deferred *deferred, enum gomp_deferred_directive directive,
         const struct gomp_region *region, void **depend)
{
  deferred->directive |= DEFERRED_OBSERVED;
  deferred->at = gomp_observe_here ();
  struct gomp_event_deferred what = describe (deferred, directive);
  what.list = &region->list;
  what.depend = depend;
  gomp_observe_deferred (&deferred->identity, &what);
  /* Until forget.  */
  atomic_fetch_add (&gomp_idle_tasks, 1);
}

void *
gomp_deferred_create_observed (enum gomp_deferred_directive directive,
                               const struct gomp_region *region, void **depend)
{
  struct deferred *deferred = gomp_deferred_create (directive, region);
  if (deferred != NULL)
    observe (deferred, directive, region, depend);
  return deferred;
}

/* DEFERRED, which is observed, is done.  */
static inline void
forget (struct deferred *deferred)
{
  deferred->directive &= ~DEFERRED_OBSERVED;
  atomic_fetch_sub (&gomp_idle_tasks, 1);
}

static enum gomp_status
start_directive (struct deferred *deferred)
{
  int device = deferred->region.device;
  const struct gomp_clause_list *list = &deferred->region.list;
  switch (deferred->directive)
    {
    case GOMP_DEFERRED_ENTER:
      return gomp_data_enter (device, list, GOMP_DATA_ENTER);
    case GOMP_DEFERRED_EXIT:
      return gomp_data_exit (device, list, GOMP_DATA_EXIT);
    default:
      return gomp_data_update (device, list);
    }
}

static SPECIALIZED enum gomp_status
begin (struct deferred *deferred, const struct gomp_target_launch *launch,
       void **variables, const bool remote, const bool observed)
{
  const struct gomp_clause_list *list = &deferred->region.list;
  *variables = NULL;
  enum gomp_status status
      = gomp_construct_init (&deferred->construct, launch->device, "target",
                             (const void *)deferred->region.fn, list->count);
  /* Its data may go with the launch, which follows.  */
  if (remote)
    deferred->construct.runs_next = true;
  if (status == GOMP_OK && list->count > 0)
    status = (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
        &deferred->construct, list, 0, list->count, true);
  if (status == GOMP_OK && list->count > 0)
    *variables = (void *)deferred->construct.block->address;
  return status;
}

/* The launch of the task HANDLE has ended, gomp_deferred_finish will follow.
   Any thread.  */
static COLD void
announce_launch_end (void *handle)
{
  struct deferred *deferred = gomp_target_task_construct (handle);
  if (deferred != NULL && deferred->way & DEFERRED_LAUNCH_OBSERVED)
    gomp_observe_launch_done (&deferred->observed);
  gomp_tsan_release (handle);
}

static COLD void
observe_launch (struct deferred *deferred,
                const struct gomp_target_launch *launch)
{
  deferred->way |= DEFERRED_LAUNCH_OBSERVED;
  gomp_target_task_watch (announce_launch_end);
  deferred->observed.what
      = (struct gomp_event_launch){ .device = launch->device,
                                    .fn = (const void *)deferred->region.fn,
                                    .deferred = true,
                                    .args = deferred->region.args };
  gomp_observe_launch (&deferred->observed, &deferred->identity);
}

static SPECIALIZED void
launch_it (struct deferred *deferred, const struct gomp_target_launch *launch,
           void *variables, void *task, bool *async, const bool observed)
{
  const struct gomp_plugin *plugin = launch->device->plugin;
  if (observed)
    observe_launch (deferred, launch);
  *async = plugin->async_run != NULL;
  if (*async)
    plugin->async_run (launch->device->ordinal, launch->function, variables,
                       deferred->region.args, task);
  else
    plugin->run (launch->device->ordinal, launch->function, variables,
                 deferred->region.args);
}

/* On a device of another machine.  */
static enum gomp_status
start_remote (struct deferred *deferred,
              const struct gomp_target_launch *launch, void *task, bool *async,
              bool observed)
{
  void *variables;
  deferred->way |= DEFERRED_REMOTE;
  deferred->task = task;
  enum gomp_status status
      = observed ? begin (deferred, launch, &variables, true, true)
                 : begin (deferred, launch, &variables, true, false);
  if (status != GOMP_OK)
    return status;
  if (observed)
    observe_launch (deferred, launch);
  else if (gomp_remote_prepare (&deferred->construct, &deferred->back))
    deferred->way |= DEFERRED_FETCHED;
  *async = gomp_remote_launch (
      launch, &deferred->construct, variables, deferred->region.args, task,
      deferred->way & DEFERRED_FETCHED ? deferred->back : NULL);
  return GOMP_OK;
}

static enum gomp_status
start_region_ahead (struct deferred *deferred, void *task, void *const *after,
                    size_t count, bool *started)
{
  struct gomp_target_launch launch;
  void *variables;
  size_t brought;
  enum gomp_device_choice choice
      = gomp_target_find (&deferred->region, &launch);
  *started = choice == GOMP_CHOICE_DEVICE
             && gomp_remote_may_follow (&launch, &deferred->region, after,
                                        count, &brought);
  /* It will be found once more.  */
  if (choice == GOMP_CHOICE_ERROR)
    gomp_error_clear ();
  if (!*started)
    return GOMP_OK;
  deferred->way |= DEFERRED_REMOTE;
  deferred->task = task;
  enum gomp_status status = begin (deferred, &launch, &variables, true, false);
  if (status != GOMP_OK)
    return status;
  if (brought > 0
      && gomp_remote_bring (&deferred->construct, brought, &deferred->back))
    deferred->way |= DEFERRED_FETCHED;
  gomp_remote_launch_after (
      &launch, &deferred->construct, variables, deferred->region.args, task,
      after, count, deferred->way & DEFERRED_FETCHED ? deferred->back : NULL);
  return GOMP_OK;
}

/* Send an update of a remote device, whose turn may come later.  */
static bool
start_update (struct deferred *deferred, void *task, void *const *after,
              size_t count)
{
  deferred->update
      = gomp_remote_update_start (&deferred->region, task, after, count);
  if (deferred->update == NULL)
    return false;
  deferred->way = DEFERRED_COPIED;
  deferred->task = task;
  return true;
}

enum gomp_status
gomp_deferred_start_ahead (void *construct, void *task, void *const *after,
                           size_t count, bool *started)
{
  struct deferred *deferred = construct;
  if (deferred->directive == GOMP_DEFERRED_TARGET)
    return start_region_ahead (deferred, task, after, count, started);
  *started = deferred->directive == GOMP_DEFERRED_UPDATE
             && start_update (deferred, task, after, count);
  return GOMP_OK;
}

static NOINLINE enum gomp_status
start_unusual (struct deferred *deferred,
               const struct gomp_target_launch *launch, void *task, bool *async,
               bool observed)
{
  if (!gomp_device_shares_memory (launch->device))
    return start_remote (deferred, launch, task, async, observed);
  void *variables = deferred->region.list.hosts;
  deferred->way |= DEFERRED_SHARED;
  if (observed)
    launch_it (deferred, launch, variables, task, async, true);
  else
    launch_it (deferred, launch, variables, task, async, false);
  return GOMP_OK;
}

static SPECIALIZED enum gomp_status
start_launch (struct deferred *deferred,
              const struct gomp_target_launch *launch, void *task, bool *async,
              const bool observed)
{
  void *variables;
  if (unlikely (gomp_device_is_unusual (launch->device)))
    return start_unusual (deferred, launch, task, async, observed);
  enum gomp_status status
      = begin (deferred, launch, &variables, false, observed);
  if (status == GOMP_OK)
    launch_it (deferred, launch, variables, task, async, observed);
  return status;
}

/* Start DEFERRED's region on the device of LAUNCH.  */
static SPECIALIZED enum gomp_status
start_on (struct deferred *deferred, const struct gomp_target_launch *launch,
          void *task, bool *async, const bool observed)
{
  struct gomp_observed_construct c;
  if (observed)
    {
      c = (struct gomp_observed_construct){
        .what
        = { GOMP_KIND_NOWAIT, launch->device, (const void *)deferred->region.fn,
            deferred->region.device, &deferred->region.list }
      };
      gomp_observe_construct (&c);
    }
  enum gomp_status status
      = start_launch (deferred, launch, task, async, observed);
  if (observed)
    gomp_observe_construct_end (&c);
  return status != GOMP_OK || *async ? status : gomp_deferred_finish (deferred);
}

static SPECIALIZED enum gomp_status
start_region (struct deferred *deferred, void *task, bool *async,
              const bool observed)
{
  struct gomp_target_launch launch;
  enum gomp_device_choice choice
      = (observed ? gomp_target_find_observed
                  : gomp_target_find) (&deferred->region, &launch);
  if (choice == GOMP_CHOICE_ERROR)
    return GOMP_ERR_NODEV;
  enum gomp_status status;
  if (choice == GOMP_CHOICE_STRAY)
    gomp_stray_warn (&deferred->region, observed ? deferred->at : NULL);
  if (choice != GOMP_CHOICE_DEVICE)
    {
      if (observed)
        gomp_observe_deferred_end (&deferred->identity, true);
      status = (observed ? gomp_fallback_run_observed
                         : gomp_fallback_run) (&deferred->region);
      gomp_free (deferred->copies);
      if (observed)
        forget (deferred);
      return status;
    }
  return start_on (deferred, &launch, task, async, observed);
}

static COLD enum gomp_status
start_observed (struct deferred *deferred, void *task, bool *async)
{
  unsigned directive = deferred->directive & ~DEFERRED_OBSERVED;
  enum gomp_status status;
  struct gomp_event_deferred what = describe (deferred, directive);
  what.task = task;
  gomp_observe_set_here (deferred->at);
  gomp_observe_deferred_start (&deferred->identity, &what);
  if (directive == GOMP_DEFERRED_TARGET)
    status = start_region (deferred, task, async, true);
  else
    {
      status = gomp_data_observe (what.kind, what.number, what.list);
      gomp_observe_deferred_end (&deferred->identity, false);
      forget (deferred);
    }
  gomp_observe_deferred_leave ();
  return status;
}

enum gomp_status
gomp_deferred_start (void *construct, void *task, bool *async)
{
  struct deferred *deferred = construct;
  *async = false;
  if (likely (deferred->directive == GOMP_DEFERRED_TARGET))
    return start_region (deferred, task, async, false);
  if (unlikely ((deferred->directive & DEFERRED_OBSERVED) != 0))
    return start_observed (deferred, task, async);
  *async = deferred->directive == GOMP_DEFERRED_UPDATE
           && start_update (deferred, task, NULL, 0);
  return *async ? GOMP_OK : start_directive (deferred);
}

static COLD enum gomp_status
launch_observed (struct deferred *deferred, const struct gomp_region *region,
                 const struct gomp_target_launch *launch, void *task,
                 bool *async)
{
  observe (deferred, GOMP_DEFERRED_TARGET, region, NULL);
  struct gomp_event_deferred what = describe (deferred, GOMP_DEFERRED_TARGET);
  what.task = task;
  gomp_observe_deferred_start (&deferred->identity, &what);
  enum gomp_status status = start_on (deferred, launch, task, async, true);
  gomp_observe_deferred_leave ();
  return status;
}

enum gomp_device_choice
gomp_deferred_launch (const struct gomp_region *region, void *task,
                      void **construct, bool observed)
{
  struct gomp_target_launch launch;
  enum gomp_device_choice choice
      = (observed ? gomp_target_find_observed : gomp_target_find) (region,
                                                                   &launch);
  if (choice != GOMP_CHOICE_DEVICE)
    return choice;
  struct deferred *deferred = copy_region (GOMP_DEFERRED_TARGET, region);
  if (deferred == NULL)
    return GOMP_CHOICE_ERROR;
  /* Before the launch, which may have ended when it returns.  */
  *construct = deferred;
  bool async = false;
  enum gomp_status status
      = observed ? launch_observed (deferred, region, &launch, task, &async)
                 : start_on (deferred, &launch, task, &async, false);
  if (!async)
    {
      *construct = NULL;
      gomp_free (deferred);
    }
  else if (unlikely (deferred->way & DEFERRED_REMOTE))
    deferred->way |= DEFERRED_CALLED;
  return status == GOMP_OK ? GOMP_CHOICE_DEVICE : GOMP_CHOICE_ERROR;
}

static COLD enum gomp_status
end_remote (struct deferred *deferred, bool observed)
{
  enum gomp_status status = gomp_remote_end (
      &deferred->construct, &deferred->region, deferred->task,
      deferred->way & DEFERRED_FETCHED ? deferred->back : NULL, observed);
  return status == GOMP_ELSEWHERE && (deferred->way & DEFERRED_CALLED) == 0
             ? gomp_fallback_run (&deferred->region)
             : status;
}

static enum gomp_status
end_region (struct deferred *deferred, bool observed)
{
  enum gomp_status status = GOMP_OK;
  if (deferred->way & DEFERRED_COPIED)
    return gomp_remote_update_end (deferred->update, deferred->task);
  if ((deferred->way & DEFERRED_SHARED) == 0)
    {
      if (deferred->way & DEFERRED_REMOTE)
        status = end_remote (deferred, observed);
      else
        status = (observed ? gomp_construct_end_observed
                           : gomp_construct_end) (&deferred->construct);
      gomp_construct_fini (&deferred->construct);
    }
  gomp_free (deferred->copies);
  return status;
}

static COLD enum gomp_status
finish_observed (struct deferred *deferred)
{
  struct gomp_observed_construct c
      = { .what = { .kind = GOMP_KIND_FINISH,
                    .device = deferred->observed.what.device,
                    .fn = deferred->observed.what.fn },
          .region = &deferred->observed.identity };
  gomp_observe_launch_end (&deferred->observed, &deferred->identity);
  gomp_observe_set_here (deferred->at);
  gomp_observe_construct (&c);
  enum gomp_status status = end_region (deferred, true);
  gomp_observe_deferred_end (&deferred->identity, false);
  forget (deferred);
  gomp_observe_construct_end (&c);
  return status;
}

/* The usual case needs one test.  */
enum gomp_status
gomp_deferred_finish (void *construct)
{
  struct deferred *deferred = construct;
  if (likely (deferred->way == 0))
    {
      enum gomp_status status = gomp_construct_end (&deferred->construct);
      gomp_construct_fini (&deferred->construct);
      gomp_free (deferred->copies);
      return status;
    }
  return deferred->way & DEFERRED_LAUNCH_OBSERVED
             ? finish_observed (deferred)
             : end_region (deferred, false);
}

void
gomp_deferred_drop (void *construct)
{
  struct deferred *deferred = construct;
  gomp_free (deferred->copies);
  if (unlikely (deferred->directive & DEFERRED_OBSERVED))
    {
      gomp_observe_deferred_end (&deferred->identity, true);
      forget (deferred);
    }
}
