/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks: constructs that run later than they were encountered (nowait,
   depend; OpenMP 5.1 section 2.14.5).

   The encountering thread makes a copy of all that the construct refers to;
   the copy belongs to the task.  The thread that runs the task starts it;
   whoever runs its end finishes it.  */

#include <string.h>

#include "base/mem.h"
#include "offload/check.h"
#include "offload/construct.h"
#include "offload/launch.h"
#include "offload/target.h"
#include "offload/tell.h"

struct later
{
  enum gomp_later_directive directive;
  struct gomp_region region; /* refers to the copies below */
  void *copies;              /* firstprivate data, or NULL */
  bool shared;               /* a device without mapping */
  bool is_told;              /* TOLD is in use */
  bool is_awaited;           /* counted in gomp_tool_deferred */
  const void *at;            /* where it was encountered, if that is told */
  struct gomp_tool_launch told;
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
gomp_later_create (enum gomp_later_directive directive,
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
  later->shared = later->is_told = later->is_awaited = false;
  later->at = NULL;
  if (directive == GOMP_LATER_TARGET
      && gomp_private_copies (&later->region.list, &later->copies) != GOMP_OK)
    {
      gomp_free (later);
      return NULL;
    }
  if (unlikely (gomp_tool_wants ()))
    {
      later->at = gomp_tool_get_here ();
      later->is_awaited = true;
      atomic_fetch_add (&gomp_tool_deferred, 1);
    }
  return later;
}

/* LATER is done.  */
static inline void
forget (struct later *later)
{
  if (unlikely (later->is_awaited))
    atomic_fetch_sub (&gomp_tool_deferred, 1);
  later->is_awaited = false;
}

static enum gomp_status
start_directive (struct later *later)
{
  int device = later->region.device;
  const struct gomp_clause_list *list = &later->region.list;
  enum gomp_status status
      = later->directive == GOMP_LATER_ENTER  ? gomp_data_enter (device, list)
        : later->directive == GOMP_LATER_EXIT ? gomp_data_exit (device, list)
                                              : gomp_data_update (device, list);
  forget (later);
  return status;
}

static enum gomp_status
begin (struct later *later, const struct gomp_launch *launch, void **variables)
{
  const struct gomp_clause_list *list = &later->region.list;
  *variables = NULL;
  later->shared = gomp_device_shares_memory (launch->device);
  if (later->shared)
    {
      *variables = list->hosts;
      return GOMP_OK;
    }
  enum gomp_status status
      = gomp_construct_init (&later->construct, launch->device, "target",
                             (const void *)later->region.fn, list->count);
  if (status == GOMP_OK && list->count > 0)
    status
        = gomp_construct_begin (&later->construct, list, 0, list->count, true);
  if (status == GOMP_OK && list->count > 0)
    *variables = (void *)later->construct.block->address;
  return status;
}

static enum gomp_status
start_launch (struct later *later, const struct gomp_launch *launch, void *task,
              bool *async)
{
  void *variables;
  enum gomp_status status = begin (later, launch, &variables);
  if (status != GOMP_OK)
    return status;
  const struct gomp_plugin *plugin = launch->device->plugin;
  if (later->is_told)
    gomp_tell_launch (&later->told, launch->device,
                      (const void *)later->region.fn);
  *async = plugin->async_run != NULL;
  if (*async)
    plugin->async_run (launch->device->ordinal, launch->function, variables,
                       later->region.args, task);
  else
    plugin->run (launch->device->ordinal, launch->function, variables,
                 later->region.args);
  return GOMP_OK;
}

static enum gomp_status
start_region (struct later *later, void *task, bool *async)
{
  struct gomp_launch launch;
  enum gomp_device_choice choice = gomp_launch_find (&later->region, &launch);
  if (choice == GOMP_CHOICE_ERROR)
    return GOMP_ERR_NODEV;
  enum gomp_status status;
  if (choice == GOMP_CHOICE_HOST)
    {
      status = gomp_fallback_run (&later->region);
      gomp_free (later->copies);
      forget (later);
      return status;
    }
  later->is_told = unlikely (gomp_tool_wants () != 0);
  if (later->is_told)
    gomp_tell_begin (GOMP_TOOL_NOWAIT, launch.device,
                     (const void *)later->region.fn);
  status = start_launch (later, &launch, task, async);
  if (later->is_told)
    gomp_tool_end ();
  if (status != GOMP_OK || *async)
    return status;
  return gomp_later_finish (later);
}

enum gomp_status
gomp_later_start (void *construct, void *task, bool *async)
{
  struct later *later = construct;
  *async = false;
  if (unlikely (later->is_awaited))
    gomp_tool_here (later->at);
  return later->directive == GOMP_LATER_TARGET
             ? start_region (later, task, async)
             : start_directive (later);
}

void
gomp_later_done (void *construct)
{
  struct later *later = construct;
  if (later->is_told)
    gomp_tool_launch_done (&later->told);
}

static enum gomp_status
finish (struct later *later)
{
  enum gomp_status status = GOMP_OK;
  if (!later->shared)
    {
      status = gomp_construct_end (&later->construct);
      gomp_construct_fini (&later->construct);
    }
  gomp_free (later->copies);
  forget (later);
  return status;
}

enum gomp_status
gomp_later_finish (void *construct)
{
  struct later *later = construct;
  if (likely (!later->is_told))
    return finish (later);
  gomp_tool_launch_end (&later->told);
  if (gomp_check_wanted () && !later->shared)
    gomp_check_drain (later->construct.device);
  gomp_tool_here (later->at);
  gomp_tool_begin (GOMP_TOOL_FINISH, later->told.place, later->told.region);
  enum gomp_status status = finish (later);
  gomp_tool_end ();
  return status;
}

void
gomp_later_drop (void *construct)
{
  struct later *later = construct;
  gomp_free (later->copies);
  forget (later);
}
