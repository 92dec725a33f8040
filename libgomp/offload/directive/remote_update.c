/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Deferred target updates of a remote device for which no thread waits.  They
   are sent before the regions that they depend on have ended, as regions are
   (remote.c): the device starts the copy when they have.  Where that cannot be,
   data from the device are asked for when the update's turn has come.  Data to
   it are then posted, as if there were no task: that needs no answer.

   All that is copied must be on the device, and not be what a region has
   brought along.  Data to the device are read when the update is sent: they
   could only change until its turn if an update before it stored them on the
   host.  One that overlaps such an update is not sent ahead.

   If the device is lost, and the program goes on, data to it have no effect, as
   when a thread waits for the update: who needs them finds them lost.  Data
   from there are lost themselves.

   Any thread.  `lock' guards `reads', the updates from devices that have not
   ended.  */

#include "offload/directive/remote.h"

#include <string.h>

#include "base/mem.h"
#include "offload/directive/stray.h"
#include "sync/mutex.h"

/* Most bytes of an update to the device that is sent ahead.  */
#define UPDATE_MAX ((size_t)1 << 20)

struct gomp_remote_update
{
  struct gomp_remote_update *next; /* in `reads' */
  struct gomp_device *device;
  bool to;       /* the device; else from there */
  unsigned held; /* of MAPPING */
  struct gomp_mapping *mapping[GOMP_DOWNLOAD_PIECES];
  struct gomp_construct_pieces pieces;
};

static struct gomp_mutex lock;
static struct gomp_remote_update *reads;

/* Add CLAUSE to U, which has its direction.  */
static bool
add (struct gomp_remote_update *u, const struct gomp_clause *clause)
{
  uintptr_t end = clause->host + clause->size;
  if (u->held == GOMP_DOWNLOAD_PIECES || gomp_clause_check (clause) != GOMP_OK)
    return false;
  struct gomp_mapping *m
      = gomp_map_hold_quick (&u->device->map, clause->host, end);
  if (m == NULL)
    return false;
  u->mapping[u->held++] = m;
  return (gomp_mapping_marks (m) & (GOMP_READY_FILLED | GOMP_READY_AHEAD))
             == GOMP_READY_FILLED
         && gomp_mapping_start (m) <= clause->host
         && end <= gomp_mapping_end (m)
         && gomp_construct_list_pieces (&u->pieces, m, clause->host,
                                        clause->size);
}

/* All of LIST must be copied in one direction.  */
static bool
add_all (struct gomp_remote_update *u, const struct gomp_clause_list *list)
{
  const uint32_t both = GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM;
  size_t size = 0;
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      uint32_t direction = clause.flags & both;
      if (i == 0)
        u->to = direction == GOMP_CLAUSE_TO;
      if ((clause.operation != GOMP_CLAUSE_MAP
           && clause.operation != GOMP_CLAUSE_PRESENT)
          || direction != (u->to ? GOMP_CLAUSE_TO : GOMP_CLAUSE_FROM)
          || clause.host == 0 || clause.size == 0 || !add (u, &clause))
        return false;
      size = gomp_size_sum (size, clause.size);
    }
  return u->pieces.count > 0 && (!u->to || size <= UPDATE_MAX);
}

/* Do A and B have bytes of the host in common?  */
static bool
overlap (const struct gomp_construct_pieces *a,
         const struct gomp_construct_pieces *b)
{
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      {
        const struct gomp_device_piece *x = &a->piece[i], *y = &b->piece[k];
        if ((uintptr_t)x->host < (uintptr_t)y->host + y->size
            && (uintptr_t)y->host < (uintptr_t)x->host + x->size)
          return true;
      }
  return false;
}

/* Enter U, if it writes on the host; false: it must wait for one that does.  */
static bool
enter (struct gomp_remote_update *u)
{
  bool may = true;
  gomp_mutex_lock (&lock);
  for (const struct gomp_remote_update *r = reads; r != NULL && u->to && may;
       r = r->next)
    may = !overlap (&u->pieces, &r->pieces);
  if (!u->to)
    {
      u->next = reads;
      reads = u;
    }
  gomp_mutex_unlock (&lock);
  return may;
}

static void
leave (struct gomp_remote_update *u)
{
  gomp_mutex_lock (&lock);
  struct gomp_remote_update **at = &reads;
  while (*at != NULL && *at != u)
    at = &(*at)->next;
  if (*at != NULL)
    *at = u->next;
  gomp_mutex_unlock (&lock);
}

static void
drop (struct gomp_remote_update *u)
{
  while (u->held > 0)
    gomp_device_drop (u->device, u->mapping[--u->held]);
  gomp_free (u);
}

/* Can DEVICE start a copy after the regions of the tasks AFTER?  */
static bool
can_follow (const struct gomp_device *device, void *const *after, size_t count)
{
  const struct gomp_plugin *plugin = device->plugin;
  if (plugin->async_copy_after == NULL || plugin->can_run_after == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    if (!plugin->can_run_after (device->ordinal, after[i]))
      return false;
  return true;
}

/* An update of DEVICE that does what LIST says; NULL: not this way.  AHEAD: its
   turn may come later.  */
static struct gomp_remote_update *
make (struct gomp_device *device, const struct gomp_clause_list *list,
      bool ahead)
{
  struct gomp_remote_update *u = gomp_alloc (sizeof (*u));
  if (u == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  u->device = device;
  u->held = 0;
  u->pieces.count = 0;
  if (add_all (u, list) && (ahead || !u->to) && enter (u))
    return u;
  gomp_error_clear ();
  drop (u);
  return NULL;
}

struct gomp_remote_update *
gomp_remote_update_start (const struct gomp_region *region, void *task,
                          void *const *after, size_t count)
{
  struct gomp_device *device;
  enum gomp_device_choice choice = gomp_device_choose (region->device, &device);
  /* It will be found once more.  */
  if (choice == GOMP_CHOICE_ERROR)
    gomp_error_clear ();
  if (choice != GOMP_CHOICE_DEVICE || !can_follow (device, after, count))
    return NULL;
  struct gomp_remote_update *u = make (device, &region->list, after != NULL);
  if (u != NULL)
    device->plugin->async_copy_after (device->ordinal, u->to, task, after,
                                      count, u->pieces.piece, u->pieces.count);
  return u;
}

/* The device has not done what U asks for.  */
static enum gomp_status
fail (const struct gomp_remote_update *u)
{
  const struct gomp_plugin *plugin = u->device->plugin;
  struct gomp_lost lost;
  memset (&lost, 0, sizeof (lost));
  if (plugin->lost == NULL || !plugin->lost (u->device->ordinal, NULL, &lost))
    return gomp_error_set (GOMP_ERR_DEVICE, "a target update has failed");
  if (u->to && lost.way != GOMP_LOST_STOP)
    {
      gomp_remote_go_on (&lost);
      return GOMP_OK;
    }
  gomp_error_set (GOMP_ERR_DEVICE, "%s", lost.text);
  if (!u->to)
    gomp_stray_note_lost (u->device, (uintptr_t)u->pieces.piece[0].host,
                          u->pieces.piece[0].size);
  return GOMP_ERR_DEVICE;
}

enum gomp_status
gomp_remote_update_end (struct gomp_remote_update *u, void *task)
{
  const struct gomp_device *device = u->device;
  enum gomp_status status
      = device->plugin->async_end (device->ordinal, task) ? GOMP_OK : fail (u);
  leave (u);
  drop (u);
  return status;
}
