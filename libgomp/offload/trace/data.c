/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies and mappings, as reports for tool/; see trace.h.

   Any thread; owns nothing, takes no lock.  */

#include <string.h>

#include "offload/construct/construct.h"
#include "offload/construct/setup.h"
#include "offload/trace/trace.h"
#include "os/os.h"

/* ---- Copies.  */

static bool
counts_redundant (void)
{
  return (gomp_tool_wants () & GOMP_INFO_SUMMARY) != 0;
}

/* The mapped variable at HOST.  */
static struct gomp_tool_variable
variable_at (struct gomp_device *device, uintptr_t host)
{
  struct gomp_map_answer answer;
  if (host == 0 || !gomp_map_peek (&device->map, host, host + 1, &answer))
    return (struct gomp_tool_variable){ .at = NULL };
  return gomp_tool_variable_of (answer.mapping);
}

/* The variable of clause I of the construct AT.  */
static struct gomp_tool_variable
variable_of (const struct gomp_clause_list *list, size_t i, const void *at)
{
  /* Elements of iterators are not separate clauses.  */
  return (struct gomp_tool_variable){ .at = list->extra == 0 ? at : NULL,
                                      .clause = (unsigned)i,
                                      .start = (uintptr_t)list->hosts[i] };
}

/* Is DEVPTR the device address of HOST?  Only then are the bytes of a copy
   compared with those that were sent before.  */
static bool
is_copy (struct gomp_device *device, uintptr_t devptr, uintptr_t host)
{
  struct gomp_map_answer answer;
  return gomp_map_peek (&device->map, host, host + 1, &answer)
         && gomp_mapping_device (answer.mapping, host) == devptr;
}

/* Does the device already have the bytes of C, which are being sent?  */
static bool
is_sent_again (const struct gomp_event_copy *c,
               const struct gomp_tool_device *device)
{
  const void *host = (const void *)c->host;
  if (c->list == NULL && !is_copy (c->device, c->devptr, c->host))
    return false;
  return gomp_tool_sent_before (device, host, c->size)
         && (c->view == NULL || memcmp (c->view, host, c->size) == 0);
}

/* The listener's word with a copy to the device says if the device already has
   the bytes; with a copy from the device it is a checksum of the host's.  */
void
gomp_trace_copy_begins (const struct gomp_listener *self,
                        const struct gomp_event *event)
{
  const struct gomp_event_copy *c = event->what;
  uintptr_t word = 0;
  if (counts_redundant () && c->way == GOMP_TRANSFER_TO)
    word = is_sent_again (c, gomp_trace_device (self, c->device));
  else if (counts_redundant () && c->way == GOMP_TRANSFER_FROM)
    word = gomp_tool_checksum ((const void *)c->host, c->size);
  *gomp_observe_word (self, event->identity) = (void *)word;
}

static bool
was_redundant (const struct gomp_event_copy *c, uintptr_t word)
{
  if (!counts_redundant () || c->way == GOMP_TRANSFER_WITHIN)
    return false;
  return c->way == GOMP_TRANSFER_TO
             ? word != 0
             : word == gomp_tool_checksum ((const void *)c->host, c->size);
}

/* SAID, which is recorded, tells of a copy from or to DEVICE.  */
static void
note_copy (const struct gomp_listener *self, struct gomp_device *device,
           const struct gomp_tool_event *said)
{
  struct gomp_map_answer answer;
  if (said->kind != GOMP_TOOL_WITHIN
      && is_copy (device, said->device_address, said->host))
    {
      gomp_map_peek (&device->map, said->host, said->host + 1, &answer);
      gomp_tool_copied (answer.mapping, said);
    }
  else if (said->kind != GOMP_TOOL_TO)
    gomp_tool_device_used (gomp_trace_device (self, device));
}

void
gomp_trace_copied (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  static const enum gomp_tool_kind kinds[]
      = { [GOMP_TRANSFER_TO] = GOMP_TOOL_TO,
          [GOMP_TRANSFER_FROM] = GOMP_TOOL_FROM,
          [GOMP_TRANSFER_WITHIN] = GOMP_TOOL_WITHIN };
  const struct gomp_event_copy *c = event->what;
  uintptr_t word = (uintptr_t)*gomp_observe_word (self, event->identity);
  struct gomp_tool_event said
      = { .kind = kinds[c->way],
          .device = gomp_trace_device (self, c->device),
          .start = c->start,
          .end = c->end,
          .host = c->host,
          .device_address = c->devptr,
          .bytes = c->size,
          .again = was_redundant (c, word),
          .variable = c->list == NULL
                          ? variable_at (c->device, c->host)
                          : variable_of (c->list, c->clause, event->at) };
  gomp_tool_record (&said);
  if (counts_redundant ())
    note_copy (self, c->device, &said);
}

/* ---- Mappings.  */

static struct gomp_tool_event
make_event (enum gomp_tool_kind kind, struct gomp_tool_device *device,
            uintptr_t host, uintptr_t devptr, size_t size)
{
  uint64_t now = os_time_ns ();
  return (struct gomp_tool_event){ .kind = kind,
                                   .device = device,
                                   .start = now,
                                   .end = now,
                                   .host = host,
                                   .device_address = devptr,
                                   .bytes = size };
}

static struct gomp_tool_event
event_of (enum gomp_tool_kind kind, struct gomp_tool_device *device,
          struct gomp_mapping *mapping)
{
  uintptr_t start = gomp_mapping_start (mapping);
  return make_event (kind, device, start, mapping->device,
                     gomp_mapping_end (mapping) - start);
}

/* Regions may use the mapping that contains HOST.  False: there is none.  */
static bool
use (struct gomp_device *device, uintptr_t host)
{
  struct gomp_map_answer answer;
  if (host == 0 || !gomp_map_peek (&device->map, host, host + 1, &answer))
    return false;
  gomp_tool_use (answer.mapping);
  return true;
}

/* CLAUSE attaches a pointer.  If the pointer is mapped, regions reach its
   target, less a bias, without a clause.  */
static void
use_attached (struct gomp_device *device, const struct gomp_clause *clause)
{
  struct gomp_map_answer answer;
  if (clause->host == 0
      || !gomp_map_peek (&device->map, clause->host,
                         clause->host + sizeof (void *), &answer))
    return;
  uintptr_t target = gomp_load_pointer (clause->host);
  if (!use (device, target + clause->size))
    use (device, target);
}

/* Clause I of the construct AT may have made a mapping.  */
static void
record_item (const struct gomp_setup *s, size_t i,
             struct gomp_tool_device *device, const void *at)
{
  const struct gomp_item *item = &s->c->items[i];
  struct gomp_mapping *mapping = item->mapping;
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  if ((item->flags & GOMP_ITEM_NEW) == 0)
    return;
  struct gomp_tool_event said = event_of (GOMP_TOOL_MAP, device, mapping);
  said.note = gomp_words_type (gomp_words_of (s->c->directive),
                               clause.flags & GOMP_CLAUSE_TO,
                               clause.flags & GOMP_CLAUSE_FROM);
  said.variable = variable_of (s->list, i, at);
  gomp_tool_record (&said);
  /* The program does not ask for data that comes with other data, and a link
     variable is used without a clause.  */
  bool implied = clause.operation != GOMP_CLAUSE_MAP
                 || (mapping->flags & GOMP_MAPPING_LINKED) != 0;
  gomp_tool_hold (mapping, &said, s->c->fn != NULL || implied);
}

void
gomp_trace_used (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  struct gomp_device *device = s->c->device;
  (void)self;
  for (size_t i = s->first; i < s->last; i++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      if (clause.operation != GOMP_CLAUSE_VALUE
          && (s->c->fn != NULL || clause.operation == GOMP_CLAUSE_USE_DEVICE))
        use (device, clause.host);
      if (clause.operation == GOMP_CLAUSE_ATTACH
          || clause.operation == GOMP_CLAUSE_ALWAYS_POINTER)
        use_attached (device, &clause);
    }
}

void
gomp_trace_mapped (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  const struct gomp_setup *s = event->what;
  struct gomp_tool_device *device = gomp_trace_device (self, s->c->device);
  for (size_t i = s->first; i < s->last; i++)
    record_item (s, i, device, event->at);
  gomp_trace_used (self, event);
}

/* The report's kind for KIND, by a routine of MODEL.  */
static enum gomp_tool_kind
kind_of (enum gomp_tool_kind kind, enum gomp_model model)
{
  return model == GOMP_OPENMP
             ? kind
             : (enum gomp_tool_kind) (kind + GOMP_TOOL_ACC_MALLOC
                                      - GOMP_TOOL_ALLOC);
}

/* Variables of an image are not reported: their loading is not either.  */
void
gomp_trace_unmapped (const struct gomp_listener *self,
                     const struct gomp_event *event)
{
  const struct gomp_event_unmapped *u = event->what;
  struct gomp_mapping *mapping = u->mapping;
  enum gomp_tool_kind kind = mapping->flags & GOMP_MAPPING_ASSOCIATED
                                 ? GOMP_TOOL_DISASSOCIATE
                                 : GOMP_TOOL_UNMAP;
  struct gomp_tool_event said
      = event_of (kind, gomp_trace_device (self, u->device), mapping);
  if (kind == GOMP_TOOL_UNMAP)
    said.variable = gomp_tool_variable_of (mapping);
  else
    said.at = event->at;
  if ((mapping->flags & GOMP_MAPPING_VARIABLE) == 0)
    gomp_tool_record (&said);
  for (mapping = gomp_mapping_owner (mapping); mapping != NULL;
       mapping = gomp_mapping_sibling (mapping))
    gomp_tool_release (mapping);
}

void
gomp_trace_asked (const struct gomp_listener *self,
                  const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  use (m->device, m->host);
  gomp_tool_device_used (gomp_trace_device (self, m->device));
}

/* ---- Routines on device memory.  */

void
gomp_trace_memory (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  const struct gomp_event_memory *m = event->what;
  enum gomp_tool_kind kind
      = event->row == GOMP_EVENT_ALLOCATED    ? GOMP_TOOL_ALLOC
        : event->row == GOMP_EVENT_FREED      ? GOMP_TOOL_FREE
        : event->row == GOMP_EVENT_ASSOCIATED ? GOMP_TOOL_ASSOCIATE
                                              : GOMP_TOOL_DISASSOCIATE;
  struct gomp_tool_event said = make_event (kind_of (kind, m->model),
                                            gomp_trace_device (self, m->device),
                                            m->host, m->devptr, m->size);
  said.at = event->at;
  gomp_tool_record (&said);
}
