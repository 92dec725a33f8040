/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target regions on remote devices (GOMP_CAP_REMOTE): results come with the
   region's end.  If the device is lost, its regions run once more, elsewhere,
   if the user wishes that (plugin.h: lost).

   A region may run again if it is nothing but its request: its construct made
   all mappings, no other construct has used them, the program has no variables
   of its own on devices, and no data of the region is an address there.  Then
   nothing on the lost device is needed.  All results come by one call, or the
   region is not run again.

   Results of an asynchronous region wait in memory of their own until the
   construct ends: if another construct has taken a mapping by then, the host's
   data may have been changed since, and must stay.

   A deferred region may be sent before those on the same device have ended that
   it depends on, if these were sent so, too: the device starts it when they
   have.  Its mapping must have nothing to do with those of the regions before
   it.  Either its data are there already, so that neither its beginning nor its
   end copies them from or to the host.  Or they are nowhere on the device: it
   brings them along, and takes them back, alone.  Such mappings have a mark
   (GOMP_READY_AHEAD), and a later region that refers to them is not sent ahead:
   its reference would keep the results from the host, where a task may read
   them first.  What a region brings is read when it is sent, since no region
   before it writes these data of the host.

   Nothing takes such a region back: it ends, or its device is lost, and then it
   is judged when its task's predecessors are complete, so that it runs after
   them wherever it runs.

   Any thread, as for other regions.  Owns `ahead', the bytes that regions sent
   ahead have brought along and not taken back yet; no lock is held.  */

#include "offload/directive/remote.h"

#include <string.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "icv/icv.h"
#include "offload/construct/redzone.h"
#include "offload/directive/stray.h"
#include "offload/directive/target.h"
#include "offload/directive/targettask.h"
#include "offload/map/link.h"
#include "offload/observe.h"

/* What is known of the device of a region that has failed.  */
static bool
is_lost (const struct gomp_target_launch *launch, struct gomp_lost *lost)
{
  const struct gomp_plugin *plugin = launch->device->plugin;
  memset (lost, 0, sizeof (*lost));
  return plugin->lost != NULL
         && plugin->lost (launch->device->ordinal, launch->function, lost);
}

/* The same without a look at the reason, which is news only once.  */
static bool
has_failed (const struct gomp_device *device)
{
  return device->plugin->has_failed != NULL
         && device->plugin->has_failed (device->ordinal);
}

static bool
is_mandatory (void)
{
  return gomp_icv_global.target_offload == GOMP_OFFLOAD_MANDATORY;
}

/* Find an address of the lost device in SIZE bytes from HOST on; 0: none.  */
static uintptr_t
find_address_in (const struct gomp_lost *lost, uintptr_t host, size_t size)
{
  uintptr_t word;
  uintptr_t at = (host + sizeof (word) - 1) & ~(sizeof (word) - 1);
  for (; at + sizeof (word) <= host + size; at += sizeof (word))
    {
      memcpy (&word, (const void *)at, sizeof (word));
      if (word >= lost->start && word < lost->end)
        return word;
    }
  return 0;
}

/* The same for what REGION gets.  A device pointer is passed like any other
   value.  */
static uintptr_t
find_address (const struct gomp_lost *lost, const struct gomp_region *region)
{
  uintptr_t found = 0;
  for (size_t i = 0; i < region->list.count && found == 0; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&region->list, i);
      bool comes = clause.operation == GOMP_CLAUSE_FIRSTPRIVATE
                   || (clause.operation == GOMP_CLAUSE_MAP
                       && (clause.flags & GOMP_CLAUSE_TO));
      if (clause.operation == GOMP_CLAUSE_VALUE && clause.host >= lost->start
          && clause.host < lost->end)
        found = clause.host;
      else if (comes && clause.host != 0)
        found = find_address_in (lost, clause.host, clause.size);
    }
  return found;
}

/* May REGION run elsewhere?  If not, add the reason to the recorded error.  */
static bool
may_repeat (const struct gomp_target_launch *launch,
            const struct gomp_region *region, const struct gomp_lost *lost,
            bool exclusive)
{
  static const char why[] = "the region cannot run elsewhere:";
  uintptr_t address;
  if (lost->way == GOMP_LOST_STOP)
    return false;
  if (lost->way == GOMP_LOST_HOST && is_mandatory ())
    gomp_error_note ("%s OMP_TARGET_OFFLOAD=mandatory forbids the host", why);
  else if (lost->obstacle != NULL)
    gomp_error_note ("%s %s", why, lost->obstacle);
  else if (region->list.count == 0)
    gomp_error_note ("%s it maps no data, so its effects are others", why);
  else if (!exclusive)
    {
      gomp_error_note ("%s its data was on the device before, or is used by "
                       "other constructs",
                       why);
      gomp_stray_note (launch->device, region);
    }
  else if ((address = find_address (lost, region)) != 0)
    gomp_error_note ("%s its data has an address of that device, %p", why,
                     (void *)address);
  else
    return true;
  return false;
}

void
gomp_remote_go_on (const struct gomp_lost *lost)
{
  if (lost->is_news)
    gomp_warning ("%s\n  from now on its regions run on %s", lost->text,
                  lost->way == GOMP_LOST_HOST ? "the host" : "other devices");
  gomp_error_clear ();
}

/* The construct of REGION is abandoned.  */
static enum gomp_status
judge (const struct gomp_target_launch *launch,
       const struct gomp_region *region, const struct gomp_lost *lost,
       bool exclusive)
{
  gomp_error_set (GOMP_ERR_DEVICE, "%s", lost->text);
  if (!may_repeat (launch, region, lost, exclusive))
    return GOMP_ERR_DEVICE;
  gomp_remote_go_on (lost);
  return GOMP_ELSEWHERE;
}

static enum gomp_status
fail (const struct gomp_target_launch *launch, const struct gomp_region *region,
      struct gomp_construct *c, bool exclusive)
{
  struct gomp_lost lost;
  char text[4096];
  struct gomp_strbuf copy;
  gomp_strbuf_init (&copy, text, sizeof (text));
  /* The text explains an address by C's mappings.  The end of C may replace
     it.  */
  bool is_known = is_lost (launch, &lost);
  if (is_known)
    gomp_strbuf_printf (&copy, "%s", lost.text);
  lost.text = text;
  gomp_construct_abandon (c);
  return is_known
             ? judge (launch, region, &lost, exclusive)
             : gomp_error_set (GOMP_ERR_DEVICE, "a target region has failed");
}

static bool
launch_it (const struct gomp_target_launch *launch,
           const struct gomp_region *region, const struct gomp_construct *c,
           const struct gomp_construct_pieces *p, bool observed)
{
  struct gomp_device_piece zone[GOMP_REDZONES_MAX];
  struct gomp_observed_launch o = { .what = { .device = launch->device,
                                              .fn = (const void *)region->fn,
                                              .args = region->args } };
  if (observed)
    gomp_observe_launch (&o, NULL);
  gomp_redzone_guard (c, zone);
  bool ran = launch->device->plugin->run_pieces (
      launch->device->ordinal, launch->function, (void *)c->block->address,
      region->args, p->piece, p->count);
  if (observed)
    gomp_observe_launch_end (&o, NULL);
  return ran;
}

/* Run REGION there.  GOMP_ELSEWHERE: the device is lost, and the host's data
   are unchanged.  */
static enum gomp_status
run_there (const struct gomp_target_launch *launch,
           const struct gomp_region *region, bool observed)
{
  struct gomp_construct c;
  struct gomp_construct_pieces p;
  enum gomp_status status
      = gomp_construct_init (&c, launch->device, "target",
                             (const void *)region->fn, region->list.count);
  c.runs_next = true;
  if (status == GOMP_OK)
    status = (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
        &c, &region->list, 0, region->list.count, true);
  if (status != GOMP_OK)
    return status;
  bool exclusive = gomp_construct_is_exclusive (&c);
  if (observed || !gomp_construct_take_back (&c, &p))
    p.count = 0;
  if (!launch_it (launch, region, &c, &p, observed))
    status = fail (launch, region, &c, exclusive);
  else
    status = gomp_redzone_check_remote (&c);
  if (status == GOMP_OK)
    status = (observed ? gomp_construct_end_observed : gomp_construct_end) (&c);
  gomp_construct_fini (&c);
  return status;
}

/* A device for the regions of LAUNCH's; NULL: all are lost.  */
static struct gomp_device *
find_other (const struct gomp_target_launch *launch)
{
  int count = gomp_device_known ();
  for (int i = 1; i < count; i++)
    {
      struct gomp_device *other
          = gomp_device_table ()[(launch->device->number + i) % count];
      if (other->plugin == launch->device->plugin && !has_failed (other))
        return other;
    }
  return NULL;
}

static enum gomp_status
status_of (enum gomp_device_choice choice)
{
  return choice == GOMP_CHOICE_HOST    ? GOMP_ELSEWHERE
         : choice == GOMP_CHOICE_ERROR ? GOMP_ERR_DEVICE
                                       : GOMP_OK;
}

/* Run REGION on OTHER, once.  */
static enum gomp_status
run_on_other (struct gomp_device *other, const struct gomp_region *region)
{
  struct gomp_target_launch launch;
  struct gomp_region same = *region;
  same.device = other->number;
  enum gomp_device_choice choice = gomp_target_find_observed (&same, &launch);
  return choice == GOMP_CHOICE_DEVICE ? run_there (&launch, &same, false)
                                      : status_of (choice);
}

/* Run REGION, whose device is lost, on another one.  GOMP_ELSEWHERE: the host
   runs it.  */
static enum gomp_status
run_elsewhere (const struct gomp_target_launch *launch,
               const struct gomp_region *region)
{
  struct gomp_lost lost;
  enum gomp_status status = GOMP_ELSEWHERE;
  if (is_lost (launch, &lost) && lost.way == GOMP_LOST_AGAIN)
    {
      struct gomp_device *other = find_other (launch);
      if (other != NULL)
        status = run_on_other (other, region);
    }
  if (status != GOMP_ELSEWHERE || !is_mandatory ())
    return status;
  gomp_error_set (GOMP_ERR_DEVICE, "%s", lost.text);
  gomp_error_note ("no other device is left, and OMP_TARGET_OFFLOAD=mandatory "
                   "forbids the host");
  return GOMP_ERR_DEVICE;
}

enum gomp_status
gomp_remote_run (const struct gomp_target_launch *launch,
                 const struct gomp_region *region, bool observed)
{
  enum gomp_status status = run_there (launch, region, observed);
  return status == GOMP_ELSEWHERE ? run_elsewhere (launch, region) : status;
}

/* ---- Asynchronous regions.  */

/* Most bytes of results that wait; a copy of more costs as much as a round
   trip.  */
#define BACK_MAX ((size_t)1 << 20)

/* Most bytes that regions sent ahead may have on devices beyond what these
   would need one after the other.  */
#define AHEAD_MAX ((size_t)16 << 20)

static atomic_size_t ahead;

struct gomp_remote_back
{
  size_t brought; /* of `ahead' */
  size_t count;
  struct gomp_device_piece piece[GOMP_DOWNLOAD_PIECES]; /* to BYTES */
  char bytes[];
};

/* Room for the results P; NULL: there is none.  */
static struct gomp_remote_back *
make_back (const struct gomp_construct_pieces *p)
{
  size_t size = 0;
  for (size_t i = 0; i < p->count; i++)
    size = gomp_size_sum (size, p->piece[i].size);
  struct gomp_remote_back *back
      = size <= BACK_MAX ? gomp_alloc (sizeof (*back) + size) : NULL;
  if (back == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  back->brought = 0;
  back->count = p->count;
  char *to = back->bytes;
  for (size_t i = 0; i < p->count; to += p->piece[i++].size)
    back->piece[i] = (struct gomp_device_piece){ p->piece[i].device, to,
                                                 p->piece[i].size };
  return back;
}

bool
gomp_remote_prepare (struct gomp_construct *c, struct gomp_remote_back **back)
{
  struct gomp_construct_pieces p;
  if (c->count == 0 || c->device->plugin->async_run_pieces == NULL
      || !gomp_construct_is_exclusive (c) || !gomp_construct_take_back (c, &p))
    return false;
  /* Whether they are taken is decided at the end.  */
  c->is_taken_back = false;
  *back = make_back (&p);
  return *back != NULL;
}

bool
gomp_remote_launch (const struct gomp_target_launch *launch,
                    const struct gomp_construct *c, void *variables,
                    void **args, void *task, struct gomp_remote_back *back)
{
  struct gomp_device_piece zone[GOMP_REDZONES_MAX];
  const struct gomp_plugin *plugin = launch->device->plugin;
  int ordinal = launch->device->ordinal;
  if (plugin->async_run_pieces == NULL)
    {
      plugin->run (ordinal, launch->function, variables, args);
      return false;
    }
  gomp_redzone_guard (c, zone);
  plugin->async_run_pieces (ordinal, launch->function, variables, args, task,
                            back == NULL ? NULL : back->piece,
                            back == NULL ? 0 : back->count);
  return true;
}

/* ---- Regions that are sent before those that they depend on have ended.  */

_Static_assert(GOMP_TARGET_TASK_AFTER_MAX <= GOMP_AFTER_MAX,
               "a plugin takes all predecessors");

/* Is the object of CLAUSE on the device, and stays as it is?  */
static bool
is_present (struct gomp_device *device, const struct gomp_clause *clause)
{
  size_t size = clause->operation == GOMP_CLAUSE_ZERO_LENGTH ? 1 : clause->size;
  if (clause->host == 0 || size == 0 || gomp_clause_check (clause) != GOMP_OK)
    {
      gomp_error_clear ();
      return false;
    }
  struct gomp_mapping *m
      = gomp_map_hold_quick (&device->map, clause->host, clause->host + size);
  if (m == NULL)
    return false;
  bool present
      = (gomp_mapping_marks (m) & (GOMP_READY_FILLED | GOMP_READY_AHEAD))
        == GOMP_READY_FILLED;
  gomp_device_drop (device, m);
  return present;
}

/* Is no byte of CLAUSE's object on the device?  */
static bool
is_absent (struct gomp_device *device, const struct gomp_clause *clause)
{
  if (clause->operation != GOMP_CLAUSE_MAP || clause->host == 0
      || clause->size == 0 || clause->size > AHEAD_MAX
      || gomp_link_is_any (&device->map))
    return false;
  gomp_map_lock (&device->map);
  bool absent = gomp_map_find_locked (&device->map, clause->host,
                                      clause->host + clause->size)
                == NULL;
  gomp_map_unlock (&device->map);
  return absent;
}

/* Does the mapping of REGION have nothing to do with those of the regions
   before it?  *BROUGHT: the bytes that it brings along.  */
static bool
is_apart (struct gomp_device *device, const struct gomp_region *region,
          size_t *brought)
{
  *brought = 0;
  for (size_t i = 0; i < region->list.count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&region->list, i);
      bool is_own = clause.operation == GOMP_CLAUSE_VALUE
                    || clause.operation == GOMP_CLAUSE_FIRSTPRIVATE;
      bool is_mapped = clause.operation == GOMP_CLAUSE_MAP
                       || clause.operation == GOMP_CLAUSE_PRESENT
                       || clause.operation == GOMP_CLAUSE_ZERO_LENGTH;
      if (is_own)
        continue;
      if (!is_mapped
          || (clause.flags & (GOMP_CLAUSE_ALWAYS | GOMP_CLAUSE_NEW)) != 0)
        return false;
      if (is_absent (device, &clause))
        *brought += clause.size;
      else if (!is_present (device, &clause))
        return false;
    }
  return *brought == 0
         || (*brought <= BACK_MAX
             && atomic_load (&ahead) <= AHEAD_MAX - *brought);
}

bool
gomp_remote_may_follow (const struct gomp_target_launch *launch,
                        const struct gomp_region *region, void *const *after,
                        size_t count, size_t *brought)
{
  const struct gomp_plugin *plugin = launch->device->plugin;
  if (plugin->async_run_after == NULL || plugin->can_run_after == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    if (!plugin->can_run_after (launch->device->ordinal, after[i]))
      return false;
  return is_apart (launch->device, region, brought);
}

bool
gomp_remote_bring (struct gomp_construct *c, size_t brought,
                   struct gomp_remote_back **back)
{
  struct gomp_construct_pieces p = { .count = 0 };
  for (size_t i = 0; i < c->count; i++)
    if (c->items[i].flags & GOMP_ITEM_NEW)
      gomp_mapping_mark (c->items[i].mapping, GOMP_READY_AHEAD);
  if (!gomp_construct_take_back (c, &p))
    p.count = 0;
  c->is_taken_back = false;
  *back = make_back (&p);
  if (*back == NULL)
    return false;
  (*back)->brought = brought;
  atomic_fetch_add (&ahead, brought);
  return true;
}

void
gomp_remote_launch_after (const struct gomp_target_launch *launch,
                          const struct gomp_construct *c, void *variables,
                          void **args, void *task, void *const *after,
                          size_t count, struct gomp_remote_back *back)
{
  struct gomp_device_piece zone[GOMP_REDZONES_MAX];
  gomp_redzone_guard (c, zone);
  launch->device->plugin->async_run_after (
      launch->device->ordinal, launch->function, variables, args, task, after,
      count, back == NULL ? NULL : back->piece, back == NULL ? 0 : back->count);
}

/* ---- The end of asynchronous regions.  */

/* Store what has come as P, if it is the same.  Constants are not written.  */
static bool
store (const struct gomp_remote_back *back,
       const struct gomp_construct_pieces *p)
{
  bool same = back != NULL && back->count == p->count;
  for (size_t i = 0; i < p->count && same; i++)
    same = back->piece[i].device == p->piece[i].device
           && back->piece[i].size == p->piece[i].size;
  for (size_t i = 0; i < p->count && same; i++)
    if (memcmp (p->piece[i].host, back->piece[i].host, p->piece[i].size) != 0)
      memcpy (p->piece[i].host, back->piece[i].host, p->piece[i].size);
  return same;
}

/* Bring the results of C by one call, if they are not in BACK.  */
static bool
read_back (struct gomp_construct *c, const struct gomp_remote_back *back)
{
  struct gomp_construct_pieces p;
  if (!gomp_construct_take_back (c, &p) || store (back, &p))
    return true;
  return c->device->plugin->dev2host_pieces (c->device->ordinal, p.piece,
                                             p.count);
}

/* Has TASK's region, of C, ended, and are its results here or still needed on
   the device?  If the device was lost afterwards, that does not matter.  */
static bool
has_ended (struct gomp_construct *c, void *task,
           const struct gomp_remote_back *back, bool exclusive, bool observed)
{
  const struct gomp_device *device = c->device;
  if (device->plugin->async_end == NULL
          ? has_failed (device)
          : !device->plugin->async_end (device->ordinal, task))
    return false;
  if (observed)
    return !has_failed (device);
  bool has_results
      = exclusive || (back != NULL && gomp_construct_is_unshared (c));
  return !has_results || read_back (c, back);
}

enum gomp_status
gomp_remote_end (struct gomp_construct *c, const struct gomp_region *region,
                 void *task, struct gomp_remote_back *back, bool observed)
{
  const struct gomp_target_launch launch
      = { .device = c->device,
          .function = gomp_functions_find (&c->device->functions,
                                           (const void *)region->fn) };
  bool exclusive = gomp_construct_is_exclusive (c);
  bool ended = has_ended (c, task, back, exclusive, observed);
  if (back != NULL && back->brought > 0)
    atomic_fetch_sub (&ahead, back->brought);
  gomp_free (back);
  enum gomp_status status = ended ? gomp_redzone_check_remote (c) : GOMP_OK;
  if (ended)
    return status != GOMP_OK ? status
           : observed        ? gomp_construct_end_observed (c)
                             : gomp_construct_end (c);
  status = fail (&launch, region, c, exclusive);
  if (status == GOMP_ELSEWHERE)
    status = run_elsewhere (&launch, region);
  return status;
}
