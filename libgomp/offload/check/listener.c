/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The rows that the mapping checker listens to (offload/observe.h).

   Any thread; the called functions lock.  The listener's word with a construct
   is race.c's record of it, or NULL.  */

#include "offload/check/check_internal.h"

/* ---- Devices and images.  */

static void
hear_registered (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_check_race_start ();
}

static void
hear_ends (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_check_device_finish (event->what);
}

static void
hear_variable (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_check_range_variable (m->device, m->host, m->size, m->devptr);
}

/* ---- Constructs.  */

static enum gomp_check_directive
directive_of (enum gomp_construct_kind kind)
{
  switch (kind)
    {
    case GOMP_KIND_DATA:
    case GOMP_KIND_ACC_DATA:
      return GOMP_CHECK_DATA;
    case GOMP_KIND_ENTER:
    case GOMP_KIND_BEGIN_OR_ENTER:
    case GOMP_KIND_ACC_ENTER:
      return GOMP_CHECK_ENTER;
    case GOMP_KIND_EXIT:
    case GOMP_KIND_END_OR_EXIT:
    case GOMP_KIND_ACC_EXIT:
      return GOMP_CHECK_EXIT;
    case GOMP_KIND_UPDATE:
    case GOMP_KIND_ACC_UPDATE:
      return GOMP_CHECK_UPDATE;
    default:
      return GOMP_CHECK_TARGET;
    }
}

static void
hear_construct (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_construct *c = event->what;
  if (c->list == NULL)
    return;
  gomp_check_sections (c->list);
  if (c->kind == GOMP_KIND_TARGET || c->kind == GOMP_KIND_ACC_COMPUTE)
    *gomp_observe_word (self, event->identity)
        = gomp_check_race_region (c->number, c->list);
  else
    gomp_check_race_now (directive_of (c->kind), c->number, c->list);
}

static void
hear_construct_end (const struct gomp_listener *self,
                    const struct gomp_event *event)
{
  struct gomp_check_deferred *c = *gomp_observe_word (self, event->identity);
  if (c != NULL)
    gomp_check_race_region_end (c);
}

static void
hear_deferred (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_deferred *d = event->what;
  if (d->list != NULL)
    gomp_check_sections (d->list);
  *gomp_observe_word (self, event->region) = gomp_check_race_meet (
      directive_of (d->kind), d->name, d->number, d->list, d->depend != NULL);
}

static void
hear_start (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_deferred *d = event->what;
  gomp_check_race_begin (*gomp_observe_word (self, event->region), d->task,
                         directive_of (d->kind), d->list);
}

static void
hear_leave (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_check_race_leave ();
}

static void
hear_deferred_end (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  const struct gomp_event_deferred *d = event->what;
  struct gomp_check_deferred *c = *gomp_observe_word (self, event->region);
  if (d->dropped)
    gomp_check_race_drop (c);
  else
    gomp_check_race_end (c);
}

static void
hear_launch (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  (void)self;
  gomp_check_device_launch (l->device, l->fn, l->model);
}

static void
hear_launch_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  gomp_check_device_drain (l->device);
  gomp_check_race_ran (
      event->region == NULL ? NULL : *gomp_observe_word (self, event->region));
}

/* ---- Copies and mappings.  */

/* New storage had no owner before.  */
static void
hear_copy (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_copy *c = event->what;
  (void)self;
  if (c->list == NULL && c->way != GOMP_TRANSFER_WITHIN)
    gomp_check_copy_begins (c->device, c->devptr, c->host, c->size,
                            c->way == GOMP_TRANSFER_TO);
}

static void
hear_copied (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_copy *c = event->what;
  (void)self;
  if (c->way == GOMP_TRANSFER_TO)
    gomp_check_copy_to (c->device, c->devptr, c->host, c->size);
  else if (c->way == GOMP_TRANSFER_FROM)
    gomp_check_copy_from (c->device, c->devptr, c->host, c->size);
  else
    gomp_check_copy_within (c->device, c->devptr, c->from, c->size);
}

static void
hear_mapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_check_range_mapped (event->what);
}

static void
hear_unmapped (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_unmapped *u = event->what;
  struct gomp_mapping *m = gomp_mapping_owner (u->mapping);
  (void)self;
  for (; m != NULL; m = gomp_mapping_sibling (m))
    gomp_check_range_unmapped (u->device, gomp_mapping_start (m),
                               gomp_mapping_end (m) - gomp_mapping_start (m),
                               m->device, u->directive);
}

static void
hear_allocated (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_check_range_allocated (m->device, m->devptr, m->size);
}

static void
hear_associated (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_check_range_associated (m->device, m->host, m->size, m->devptr,
                               gomp_words[m->model].associate);
}

static void
hear_disassociated (const struct gomp_listener *self,
                    const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_check_range_unmapped (m->device, m->host, m->size, m->devptr,
                             gomp_words[m->model].disassociate);
}

static void
hear_written (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  (void)self;
  gomp_check_states_set (m->device, m->devptr, m->size);
}

/* The device itself reports the access.  */
static void
hear_overrun (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_overrun *o = event->what;
  (void)self;
  *o->is_reported |= gomp_check_device_sees (o->device);
}

/* ---- The process.  */

static void
hear_fork (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_check_device_fork (*(enum gomp_fork *)event->what);
}

static void
hear_failure (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_check_device_drain_all ();
}

/* ---- The rows.  */

static struct gomp_listener checker = { .name = "mapping checker" };

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_DEVICE_ENDS] = hear_ends,
        [GOMP_EVENT_IMAGE_REGISTERED] = hear_registered,
        [GOMP_EVENT_VARIABLE_LOADED] = hear_variable,
        [GOMP_EVENT_CONSTRUCT_BEGIN] = hear_construct,
        [GOMP_EVENT_CONSTRUCT_END] = hear_construct_end,
        [GOMP_EVENT_DEFERRED_BEGIN] = hear_deferred,
        [GOMP_EVENT_DEFERRED_END] = hear_deferred_end,
        [GOMP_EVENT_DEFERRED_START_BEGIN] = hear_start,
        [GOMP_EVENT_DEFERRED_START_END] = hear_leave,
        [GOMP_EVENT_LAUNCH_BEGIN] = hear_launch,
        [GOMP_EVENT_LAUNCH_END] = hear_launch_end,
        [GOMP_EVENT_COPY_BEGIN] = hear_copy,
        [GOMP_EVENT_COPY_END] = hear_copied,
        [GOMP_EVENT_MAPPED] = hear_mapped,
        [GOMP_EVENT_UNMAPPED] = hear_unmapped,
        [GOMP_EVENT_ALLOCATED] = hear_allocated,
        [GOMP_EVENT_ASSOCIATED] = hear_associated,
        [GOMP_EVENT_DISASSOCIATED] = hear_disassociated,
        [GOMP_EVENT_WRITTEN] = hear_written,
        [GOMP_EVENT_OVERRUN] = hear_overrun,
        [GOMP_EVENT_FORK_BEGIN] = hear_fork,
        [GOMP_EVENT_FORK_END] = hear_fork,
        [GOMP_EVENT_PROGRAM_FAILS] = hear_failure };

void
gomp_check_listen (bool wanted)
{
  if (wanted && gomp_listener_join (&checker))
    gomp_listen_to_all (&checker, rows);
  else
    gomp_listener_leave (&checker);
  gomp_observe_align = wanted ? GOMP_CHECK_ALIGN : 1;
  gomp_observe_gap = wanted ? GOMP_CHECK_GAP : 0;
}
