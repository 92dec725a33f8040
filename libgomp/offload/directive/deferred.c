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
#include "offload/directive/launch.h"
#include "offload/directive/stray.h"
#include "offload/directive/target.h"
#include "offload/directive/targettask.h"
#include "offload/observe.h"
#include "team/idle.h"

/* Added to a directive that is observed.  */
#define LATER_OBSERVED 8

/* The unusual properties of a region.  */
enum later_way
{
  LATER_SHARED = 1, /* a device without mapping */
  LATER_LAUNCH_OBSERVED = 2
};

struct later
{
  unsigned directive;        /* enum gomp_deferred_directive, LATER_OBSERVED */
  unsigned way;              /* enum later_way: a sum */
  struct gomp_region region; /* refers to the copies below */
  void *copies;              /* firstprivate data, or NULL */
  const void *at;            /* LATER_OBSERVED: where it was encountered */
  struct gomp_identity identity;        /* LATER_OBSERVED */
  struct gomp_observed_launch observed; /* LATER_LAUNCH_OBSERVED */
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

void *
gomp_deferred_create (enum gomp_deferred_directive directive,
                      const struct gomp_region *region)
{
  const struct gomp_clause_list *list = &region->list;
  size_t n = list->count;
  size_t words = argument_words (region->args);
  size_t kinds_words
      = (n * sizeof (list->kinds[0]) + sizeof (void *) - 1) / sizeof (void *);
  struct later *later = gomp_alloc (
      sizeof (*later) + (2 * n + kinds_words + words) * sizeof (void *));
  if (later == NULL)
    return NULL;
  void **hosts = later->words, **sizes = hosts + n, **kinds = sizes + n;
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
  later->directive = directive;
  later->region = *region;
  later->region.list.hosts = hosts;
  later->region.list.sizes = (const size_t *)sizes;
  later->region.list.kinds = (const unsigned short *)kinds;
  later->region.args = args;
  later->copies = NULL;
  later->way = 0;
  if (directive == GOMP_LATER_TARGET
      && gomp_private_copies (&later->region.list, &later->copies) != GOMP_OK)
    {
      gomp_free (later);
      return NULL;
    }
  return later;
}

/* What events say of a directive, by enum gomp_deferred_directive.  */
static const struct
{
  enum gomp_construct_kind kind;
  const char *name;
} directives[] = {
  [GOMP_LATER_TARGET] = { GOMP_KIND_NOWAIT, "target" },
  [GOMP_LATER_ENTER] = { GOMP_KIND_ENTER, "target enter data" },
  [GOMP_LATER_EXIT] = { GOMP_KIND_EXIT, "target exit data" },
  [GOMP_LATER_UPDATE] = { GOMP_KIND_UPDATE, "target update" },
};

static struct gomp_event_deferred
describe (const struct later *later, unsigned directive)
{
  return (struct gomp_event_deferred){ .kind = directives[directive].kind,
                                       .name = directives[directive].name,
                                       .number = later->region.device,
                                       .list = &later->region.list };
}

void *
gomp_deferred_create_observed (enum gomp_deferred_directive directive,
                               const struct gomp_region *region, bool depends)
{
  struct later *later = gomp_deferred_create (directive, region);
  if (later == NULL)
    return NULL;
  later->directive |= LATER_OBSERVED;
  later->at = gomp_observe_here ();
  struct gomp_event_deferred what = describe (later, directive);
  what.list = &region->list;
  what.depends = depends;
  gomp_observe_deferred (&later->identity, &what);
  /* Until forget.  */
  atomic_fetch_add (&gomp_idle_tasks, 1);
  return later;
}

/* LATER, which is observed, is done.  */
static inline void
forget (struct later *later)
{
  later->directive &= ~LATER_OBSERVED;
  atomic_fetch_sub (&gomp_idle_tasks, 1);
}

static enum gomp_status
start_directive (struct later *later)
{
  int device = later->region.device;
  const struct gomp_clause_list *list = &later->region.list;
  switch (later->directive)
    {
    case GOMP_LATER_ENTER:
      return gomp_data_enter (device, list);
    case GOMP_LATER_EXIT:
      return gomp_data_exit (device, list);
    default:
      return gomp_data_update (device, list);
    }
}

static SPECIALIZED enum gomp_status
begin (struct later *later, const struct gomp_device_region *launch,
       void **variables, const bool observed)
{
  const struct gomp_clause_list *list = &later->region.list;
  *variables = NULL;
  if (gomp_device_shares_memory (launch->device))
    {
      later->way |= LATER_SHARED;
      *variables = list->hosts;
      return GOMP_OK;
    }
  enum gomp_status status
      = gomp_construct_init (&later->construct, launch->device, "target",
                             (const void *)later->region.fn, list->count);
  if (status == GOMP_OK && list->count > 0)
    status = (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
        &later->construct, list, 0, list->count, true);
  if (status == GOMP_OK && list->count > 0)
    *variables = (void *)later->construct.block->address;
  return status;
}

/* The launch of the task HANDLE has ended, gomp_deferred_finish will follow.
   Any thread.  */
static COLD void
announce_launch_end (void *handle)
{
  struct later *later = gomp_target_task_payload (handle);
  if (later->way & LATER_LAUNCH_OBSERVED)
    gomp_observe_launch_done (&later->observed);
  gomp_tsan_release (handle);
}

static SPECIALIZED enum gomp_status
start_launch (struct later *later, const struct gomp_device_region *launch,
              void *task, bool *async, const bool observed)
{
  void *variables;
  enum gomp_status status = begin (later, launch, &variables, observed);
  if (status != GOMP_OK)
    return status;
  const struct gomp_plugin *plugin = launch->device->plugin;
  if (observed)
    {
      later->way |= LATER_LAUNCH_OBSERVED;
      gomp_target_task_watch (announce_launch_end);
      later->observed.what
          = (struct gomp_event_launch){ .device = launch->device,
                                        .fn = (const void *)later->region.fn,
                                        .deferred = true };
      gomp_observe_launch (&later->observed, &later->identity);
    }
  *async = plugin->async_run != NULL;
  if (*async)
    plugin->async_run (launch->device->ordinal, launch->function, variables,
                       later->region.args, task);
  else
    plugin->run (launch->device->ordinal, launch->function, variables,
                 later->region.args);
  return GOMP_OK;
}

static SPECIALIZED enum gomp_status
start_region (struct later *later, void *task, bool *async, const bool observed)
{
  struct gomp_device_region launch;
  enum gomp_device_choice choice
      = (observed ? gomp_device_region_find_observed
                  : gomp_device_region_find) (&later->region, &launch);
  if (choice == GOMP_CHOICE_ERROR)
    return GOMP_ERR_NODEV;
  enum gomp_status status;
  if (choice == GOMP_CHOICE_STRAY)
    gomp_stray_warn (&later->region, observed ? later->at : NULL);
  if (choice != GOMP_CHOICE_DEVICE)
    {
      if (observed)
        gomp_observe_deferred_end (&later->identity, true);
      status = (observed ? gomp_fallback_run_observed
                         : gomp_fallback_run) (&later->region);
      gomp_free (later->copies);
      if (observed)
        forget (later);
      return status;
    }
  struct gomp_observed_construct c;
  if (observed)
    {
      c = (struct gomp_observed_construct){
        .what
        = { GOMP_KIND_NOWAIT, launch.device, (const void *)later->region.fn,
            later->region.device, &later->region.list }
      };
      gomp_observe_construct (&c);
    }
  status = start_launch (later, &launch, task, async, observed);
  if (observed)
    gomp_observe_construct_end (&c);
  return status != GOMP_OK || *async ? status : gomp_deferred_finish (later);
}

static COLD enum gomp_status
start_observed (struct later *later, void *task, bool *async)
{
  unsigned directive = later->directive & ~LATER_OBSERVED;
  enum gomp_status status;
  struct gomp_event_deferred what = describe (later, directive);
  what.task = task;
  gomp_observe_set_here (later->at);
  gomp_observe_deferred_start (&later->identity, &what);
  if (directive == GOMP_LATER_TARGET)
    status = start_region (later, task, async, true);
  else
    {
      status = gomp_data_observe (what.kind, what.number, what.list);
      gomp_observe_deferred_end (&later->identity, false);
      forget (later);
    }
  gomp_observe_deferred_leave ();
  return status;
}

enum gomp_status
gomp_deferred_start (void *construct, void *task, bool *async)
{
  struct later *later = construct;
  *async = false;
  if (likely (later->directive == GOMP_LATER_TARGET))
    return start_region (later, task, async, false);
  return likely ((later->directive & LATER_OBSERVED) == 0)
             ? start_directive (later)
             : start_observed (later, task, async);
}

static enum gomp_status
end_region (struct later *later, bool observed)
{
  enum gomp_status status = GOMP_OK;
  if ((later->way & LATER_SHARED) == 0)
    {
      status = (observed ? gomp_construct_end_observed
                         : gomp_construct_end) (&later->construct);
      gomp_construct_fini (&later->construct);
    }
  gomp_free (later->copies);
  return status;
}

static COLD enum gomp_status
finish_observed (struct later *later)
{
  struct gomp_observed_construct c
      = { .what = { .kind = GOMP_KIND_FINISH,
                    .device = later->observed.what.device,
                    .fn = later->observed.what.fn },
          .region = &later->observed.identity };
  gomp_observe_launch_end (&later->observed, &later->identity);
  gomp_observe_set_here (later->at);
  gomp_observe_construct (&c);
  enum gomp_status status = end_region (later, true);
  gomp_observe_deferred_end (&later->identity, false);
  forget (later);
  gomp_observe_construct_end (&c);
  return status;
}

/* The usual case needs one test.  */
enum gomp_status
gomp_deferred_finish (void *construct)
{
  struct later *later = construct;
  if (likely (later->way == 0))
    {
      enum gomp_status status = gomp_construct_end (&later->construct);
      gomp_construct_fini (&later->construct);
      gomp_free (later->copies);
      return status;
    }
  return later->way & LATER_LAUNCH_OBSERVED ? finish_observed (later)
                                            : end_region (later, false);
}

void
gomp_deferred_drop (void *construct)
{
  struct later *later = construct;
  gomp_free (later->copies);
  if (unlikely (later->directive & LATER_OBSERVED))
    {
      gomp_observe_deferred_end (&later->identity, true);
      forget (later);
    }
}
