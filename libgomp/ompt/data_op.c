/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Operations on data of devices, for tools; see target.h.

   Owns nothing but the thread's operation in progress; takes no lock.  An
   allocation serves all new mappings of a construct, so a tool hears of
   each mapping when all have storage: the beginning and the end of that
   operation come together.  So do those of the end of a mapping, and of a
   routine.  */

#include "base/compiler.h"
#include "offload/construct/construct.h"
#include "offload/construct/setup.h"
#include "offload/observe.h"
#include "ompt/target.h"
#include "ompt/trace.h"
#include "os/os.h"

_Thread_local const ompt_id_t *gomp_ompt_operation;

struct operation
{
  ompt_target_data_op_t type;
  uintptr_t from, to;
  int from_device, to_device;
  size_t size;
  const void *at;
  ompt_data_t *data; /* the construct's, or NULL */
};

/* The device that does O.  */
static int
device_of (const struct operation *o)
{
  return o->type == ompt_target_data_transfer_from_device ? o->from_device
                                                          : o->to_device;
}

/* O has been done, from START to END.  */
static void
trace_data_op (const struct operation *o, ompt_id_t id, uint64_t start,
               uint64_t end)
{
  int device = device_of (o);
  ompt_record_ompt_t record
      = { .type = ompt_callback_target_data_op, .time = start };
  if (!gomp_ompt_traces (device, ompt_callback_target_data_op))
    return;
  record.target_id = o->data == NULL
                         ? ompt_id_none
                         : gomp_ompt_construct_id (gomp_ompt_construct);
  record.record.target_data_op
      = (ompt_record_target_data_op_t){ .host_op_id = id,
                                        .optype = o->type,
                                        .src_addr = (void *)o->from,
                                        .src_device_num = o->from_device,
                                        .dest_addr = (void *)o->to,
                                        .dest_device_num = o->to_device,
                                        .bytes = o->size,
                                        .end_time = end,
                                        .codeptr_ra = o->at };
  gomp_ompt_trace_add (device, &record);
}

/* Tools without words of their own hear of an operation once: of its end, but
   of the beginning if the memory is gone then.  */
static void
call_data_op (const struct operation *o, ompt_scope_endpoint_t endpoint,
              ompt_id_t *id)
{
  ompt_scope_endpoint_t only
      = o->type == ompt_target_data_delete ? ompt_scope_begin : ompt_scope_end;
  struct gomp_ompt_construct *c = gomp_ompt_construct;
  /* The thread's first call may be a routine for device memory.  */
  gomp_self_observing ();
  if (gomp_callback (ompt_callback_target_data_op_emi) != NULL)
    GOMP_CALL_TOOL_ANYWHERE (target_data_op_emi, endpoint,
                             gomp_ompt_task_data (), o->data, id, o->type,
                             (void *)o->from, o->from_device, (void *)o->to,
                             o->to_device, o->size, o->at);
  else if (endpoint == only)
    GOMP_CALL_TOOL_ANYWHERE (
        target_data_op, o->data == NULL || c == NULL ? ompt_id_none : c->id,
        *id, o->type, (void *)o->from, o->from_device, (void *)o->to,
        o->to_device, o->size, o->at);
}

/* O is done in one step.  */
static void
call_at_once (const struct operation *o)
{
  ompt_id_t id = gomp_ompt_get_unique_id ();
  uint64_t now = os_time_ns ();
  gomp_ompt_operation = &id;
  call_data_op (o, ompt_scope_begin, &id);
  call_data_op (o, ompt_scope_end, &id);
  gomp_ompt_operation = NULL;
  trace_data_op (o, id, now, now);
}

/* ---- Copies.  */

static struct operation
copy_of (const struct gomp_event *event)
{
  const struct gomp_event_copy *c = event->what;
  int host = gomp_ompt_device_number (GOMP_EVENT_ON_HOST);
  struct operation o = { .type = ompt_target_data_transfer_to_device,
                         .from = c->host,
                         .to = c->devptr,
                         .from_device = host,
                         .to_device = event->device,
                         .size = c->size,
                         .at = event->at,
                         .data = gomp_ompt_construct_data () };
  if (c->way == GOMP_TRANSFER_WITHIN)
    {
      o.from = c->from;
      o.from_device = event->device;
    }
  else if (c->way == GOMP_TRANSFER_FROM)
    {
      o.type = ompt_target_data_transfer_from_device;
      o.from = c->devptr;
      o.from_device = event->device;
      o.to = c->host;
      o.to_device = host;
    }
  return o;
}

/* OpenACC's copies are outside of OpenMP's constructs and routines.  */
void
gomp_ompt_hear_copy (const struct gomp_listener *self,
                     const struct gomp_event *event)
{
  ompt_id_t *id = &event->identity->word[self->slot - 1].number;
  *id = 0;
  if (gomp_ompt_construct == NULL)
    return;
  struct operation o = copy_of (event);
  *id = gomp_ompt_get_unique_id ();
  gomp_ompt_operation = id;
  call_data_op (&o, ompt_scope_begin, id);
  gomp_ompt_trace_begin (device_of (&o));
}

void
gomp_ompt_hear_copy_end (const struct gomp_listener *self,
                         const struct gomp_event *event)
{
  ompt_id_t *id = &event->identity->word[self->slot - 1].number;
  if (gomp_ompt_operation != id)
    return;
  const struct gomp_event_copy *c = event->what;
  struct operation o = copy_of (event);
  call_data_op (&o, ompt_scope_end, id);
  gomp_ompt_operation = NULL;
  uint64_t start = c->start, end = c->end;
  gomp_ompt_trace_measured (event->device, c->start, &start, &end);
  trace_data_op (&o, *id, start, end);
}

/* ---- Mappings.  */

static void
call_mapping (ompt_target_data_op_t type, const struct gomp_event *event,
              struct gomp_mapping *mapping)
{
  uintptr_t start = gomp_mapping_start (mapping);
  call_at_once (&(struct operation){
      .type = type,
      .from = start,
      .to = mapping->device,
      .from_device = gomp_ompt_device_number (GOMP_EVENT_ON_HOST),
      .to_device = event->device,
      .size = gomp_mapping_end (mapping) - start,
      .at = event->at,
      .data = gomp_ompt_construct_data () });
}

/* Items of a construct, as tools see them.  */
#define MAPS 16
struct maps
{
  unsigned count;
  void *host[MAPS], *device[MAPS];
  size_t size[MAPS];
  unsigned flags[MAPS];
};

static void
call_map (struct maps *m, const void *at)
{
  struct gomp_ompt_construct *c = gomp_ompt_construct;
  if (m->count == 0)
    return;
  if (gomp_callback (ompt_callback_target_map_emi) != NULL)
    GOMP_CALL_TOOL_ANYWHERE (target_map_emi, &c->data, m->count, m->host,
                             m->device, m->size, m->flags, at);
  else
    GOMP_CALL_TOOL_ANYWHERE (target_map, c->id, m->count, m->host, m->device,
                             m->size, m->flags, at);
  m->count = 0;
}

static unsigned
map_flags (const struct gomp_clause *clause)
{
  unsigned flags = 0;
  if (clause->flags & GOMP_CLAUSE_TO)
    flags |= ompt_target_map_flag_to;
  if (clause->flags & GOMP_CLAUSE_FROM)
    flags |= ompt_target_map_flag_from;
  if (flags == 0)
    flags = ompt_target_map_flag_alloc;
  if (clause->flags & GOMP_CLAUSE_IMPLICIT)
    flags |= ompt_target_map_flag_implicit;
  if (clause->flags & GOMP_CLAUSE_ALWAYS)
    flags |= ompt_target_map_flag_always;
  if (clause->operation == GOMP_CLAUSE_PRESENT)
    flags |= ompt_target_map_flag_present;
  return flags;
}

/* Mappings of other constructs may not have storage yet.  */
static void
add_map (struct maps *m, const struct gomp_setup *s, size_t i, const void *at)
{
  const struct gomp_item *item = &s->c->items[i];
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  if (item->mapping == NULL
      || ((item->flags & GOMP_ITEM_NEW) == 0
          && (gomp_mapping_marks (item->mapping) & GOMP_READY_ALLOCATED) == 0))
    return;
  if (m->count == MAPS)
    call_map (m, at);
  unsigned n = m->count++;
  m->host[n] = (void *)item->host;
  m->device[n] = (void *)gomp_mapping_device (item->mapping, item->host);
  m->size[n] = item->length;
  m->flags[n] = map_flags (&clause);
}

void
gomp_ompt_hear_used (const struct gomp_listener *self,
                     const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  struct maps m = { .count = 0 };
  (void)self;
  if (gomp_ompt_construct == NULL)
    return;
  for (size_t i = s->first; i < s->last; i++)
    add_map (&m, s, i, event->at);
  call_map (&m, event->at);
}

void
gomp_ompt_hear_mapped (const struct gomp_listener *self,
                       const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  if (gomp_ompt_construct == NULL)
    return;
  for (size_t i = s->first; i < s->last; i++)
    if (s->c->items[i].flags & GOMP_ITEM_NEW)
      call_mapping (ompt_target_data_alloc, event, s->c->items[i].mapping);
  gomp_ompt_hear_used (self, event);
}

/* The mapping ends with all of its structure.  */
void
gomp_ompt_hear_unmapped (const struct gomp_listener *self,
                         const struct gomp_event *event)
{
  const struct gomp_event_unmapped *u = event->what;
  struct gomp_mapping *mapping = gomp_mapping_owner (u->mapping);
  (void)self;
  if (gomp_ompt_construct == NULL)
    return;
  for (; mapping != NULL; mapping = gomp_mapping_sibling (mapping))
    call_mapping (mapping->flags & GOMP_MAPPING_ASSOCIATED
                      ? ompt_target_data_disassociate
                      : ompt_target_data_delete,
                  event, mapping);
}

/* ---- Routines.  */

void
gomp_ompt_hear_memory (const struct gomp_listener *self,
                       const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  ompt_target_data_op_t type
      = event->row == GOMP_EVENT_ALLOCATED    ? ompt_target_data_alloc
        : event->row == GOMP_EVENT_FREED      ? ompt_target_data_delete
        : event->row == GOMP_EVENT_FILLED     ? ompt_target_data_memset
        : event->row == GOMP_EVENT_ASSOCIATED ? ompt_target_data_associate
                                              : ompt_target_data_disassociate;
  (void)self;
  if (m->model == GOMP_OPENMP)
    call_at_once (&(struct operation){
        .type = type,
        .from = m->host,
        .to = m->devptr,
        .from_device = gomp_ompt_device_number (GOMP_EVENT_ON_HOST),
        .to_device = event->device,
        .size = m->size,
        .at = event->at });
}
