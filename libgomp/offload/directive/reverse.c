/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reverse offload: target constructs with device (ancestor: 1) within target
   regions (OpenMP 5.2 sections 13.2 and 13.8).  The device waits while the host
   runs their regions.

   For such a region the host has the role of a device.  If the device's data
   are copies of host variables, the region gets the host variables, and nothing
   is copied, except with `always'.  Other memory of the device, such as
   variables of the region there, is copied to separate memory for the region,
   and back, as its clauses say.  A pointer that is mapped along with its target
   points to the target's copy on the host until the region has ended.

   Runs in the thread of the plugin that waits for the device's region.  No lock
   is held while the region runs.  The map's lock is held while an address of
   the device is looked up, by going through all mappings: such a region is a
   round trip to the host anyway.  Mappings are not held.  The enclosing region
   keeps those that it uses until its end, but to other threads they may already
   seem to be gone, so a hold would wait for the region that waits for
   this one.

   The table of functions (device.h) changes under the device's mutex, and is
   read without a lock.  */

#include "offload/directive/reverse.h"

#include <string.h>

#include "base/mem.h"
#include "offload/construct/construct.h"
#include "offload/construct/download.h"
#include "offload/construct/mapping_copy.h"
#include "offload/observe.h"
#include "team/initial.h"

/* The host address of data of the device.  */
struct operand
{
  char *host;                   /* NULL: nowhere */
  struct gomp_mapping *mapping; /* which has it there; NULL: a copy */
};

/* Memory that the region has for itself.  */
struct copy
{
  uintptr_t start; /* on the device; a firstprivate one, which nothing else */
  uintptr_t end;   /* lies in, is from 0 to 0 */
  char *host;
};

/* A pointer that has another value until the region has ended.  */
struct pointer
{
  char *at;         /* on the host */
  uintptr_t before; /* what belongs there */
};

struct reverse
{
  struct gomp_device *device;
  struct gomp_clause_list list; /* as the device passed it */
  void **slots;                 /* what the region gets */
  struct operand *operands;     /* by clause */
  struct copy *copies;
  size_t copy_count;
  struct pointer *pointers;
  size_t pointer_count;
};

/* ---- Copies.  */

static enum gomp_status
read_device (struct reverse *r, void *host, uintptr_t devptr, size_t size)
{
  const char *view = gomp_device_view (r->device, devptr, size);
  if (size == 0)
    return GOMP_OK;
  return (unlikely (gomp_observe_offload ())
              ? gomp_observe_read
              : gomp_device_read) (r->device, host, devptr, view, size);
}

static enum gomp_status
write_device (struct reverse *r, uintptr_t devptr, const void *host,
              size_t size)
{
  char *view = gomp_device_view (r->device, devptr, size);
  if (size == 0)
    return GOMP_OK;
  if (unlikely (gomp_observe_offload ()))
    return gomp_observe_write (r->device, devptr, view, host, host, size);
  return gomp_device_write (r->device, devptr, view, host, size);
}

/* For the host's variable at P: does not change attached pointers.  */
static enum gomp_status
read_mapping (struct reverse *r, const struct operand *p, size_t size)
{
  struct gomp_download fetch;
  uintptr_t host = (uintptr_t)p->host;
  if (unlikely (gomp_observe_offload ()))
    return gomp_mapping_read_observed (r->device, p->mapping, host, size);
  gomp_download_init (&fetch, r->device);
  enum gomp_status status = gomp_mapping_read (&fetch, p->mapping, host, size);
  return status == GOMP_OK ? gomp_download_flush (&fetch) : status;
}

static enum gomp_status
write_mapping (struct reverse *r, const struct operand *p, size_t size)
{
  return (unlikely (gomp_observe_offload ()) ? gomp_mapping_write_observed
                                             : gomp_mapping_write) (
      r->device, p->mapping, (uintptr_t)p->host, p->host, size);
}

/* ---- What is where.  */

/* How [START, START + SIZE) overlaps [FROM, END).  Without bytes it belongs to
   the range that contains the byte at START, or else ends there.  */
enum fit
{
  FIT_APART,
  FIT_END,
  FIT_PARTLY,
  FIT_INSIDE
};

static enum fit
fit (uintptr_t start, size_t size, uintptr_t from, uintptr_t end)
{
  if (start >= from && start < end && size <= end - start)
    return FIT_INSIDE;
  if (size == 0)
    return start == end && from < end ? FIT_END : FIT_APART;
  return start < end && start + size > from ? FIT_PARTLY : FIT_APART;
}

static enum fit
find_copy (const struct reverse *r, uintptr_t start, size_t size,
           struct operand *p)
{
  enum fit best = FIT_APART;
  for (size_t i = 0; i < r->copy_count && best != FIT_INSIDE; i++)
    {
      const struct copy *c = &r->copies[i];
      enum fit now = fit (start, size, c->start, c->end);
      if (now <= best)
        continue;
      best = now;
      *p = (struct operand){ .host = c->host + (start - c->start) };
    }
  return best;
}

static enum fit
find_mapped (struct reverse *r, uintptr_t start, size_t size, struct operand *p)
{
  struct gomp_map *map = &r->device->map;
  struct gomp_tree_range *range = NULL;
  enum fit best = FIT_APART;
  gomp_map_lock (map);
  while (best != FIT_INSIDE
         && (range = gomp_tree_find_above_locked (
                 &map->tree, range == NULL ? 0 : gomp_tree_start (range)))
                != NULL)
    {
      struct gomp_mapping *m = container_of (range, struct gomp_mapping, range);
      uintptr_t host = gomp_tree_start (range);
      if ((gomp_mapping_marks (m) & GOMP_READY_ALLOCATED) == 0)
        continue;
      enum fit now = fit (start, size, m->device,
                          m->device + (gomp_tree_end (range) - host));
      if (now <= best)
        continue;
      best = now;
      *p = (struct operand){ .host = (char *)host + (start - m->device),
                             .mapping = m };
    }
  gomp_map_unlock (map);
  return best;
}

/* The host address of [START, START + SIZE) of the device, as far as it is
   contiguous.  */
static enum fit
find (struct reverse *r, uintptr_t start, size_t size, struct operand *p)
{
  struct operand mapped;
  *p = (struct operand){ .host = NULL };
  enum fit best = find_copy (r, start, size, p);
  if (best == FIT_INSIDE)
    return best;
  enum fit other = find_mapped (r, start, size, &mapped);
  if (other > best)
    *p = mapped;
  return other > best ? other : best;
}

static enum gomp_status
found_partly (uintptr_t start, size_t size)
{
  gomp_error_set (GOMP_ERR_MAP,
                  "a map clause with device (ancestor: 1) names [0x%lx..0x%lx) "
                  "of the device, but only a part of that is mapped",
                  (unsigned long)start, (unsigned long)(start + size));
  gomp_error_hint ("map the whole object, or a part of what the enclosing "
                   "region maps");
  return GOMP_ERR_MAP;
}

/* Memory that the region uses for [START, START + SIZE) of the device.  */
static enum gomp_status
add_copy (struct reverse *r, uintptr_t start, size_t size, unsigned align_log,
          struct operand *p)
{
  size_t align = (size_t)1 << (align_log > 4 ? align_log : 4);
  char *host = gomp_alloc_aligned (align, size > 0 ? size : 1);
  if (host == NULL)
    return GOMP_ERR_NOMEM;
  r->copies[r->copy_count++]
      = (struct copy){ .start = start, .end = start + size, .host = host };
  *p = (struct operand){ .host = host };
  return GOMP_OK;
}

/* ---- Before the region.  */

static enum gomp_status
resolve_private (struct reverse *r, const struct gomp_clause *clause,
                 struct operand *p)
{
  enum gomp_status status = add_copy (r, 0, clause->size, clause->align_log, p);
  if (status != GOMP_OK)
    return status;
  r->copies[r->copy_count - 1].end = 0;
  return read_device (r, p->host, clause->host, clause->size);
}

/* The address for [START, START + SIZE).  */
static enum gomp_status
provide (struct reverse *r, const struct gomp_clause *clause, uintptr_t start,
         size_t size, struct operand *p)
{
  enum fit fit = find (r, start, size, p);
  if (fit == FIT_INSIDE)
    return GOMP_OK;
  if (fit == FIT_PARTLY)
    return found_partly (start, size);
  return add_copy (r, start, size, clause->align_log, p);
}

static enum gomp_status
resolve_data (struct reverse *r, const struct gomp_clause *clause,
              struct operand *p)
{
  size_t size = gomp_clause_storage (clause);
  if (clause->operation == GOMP_CLAUSE_PRESENT
      && find_mapped (r, clause->host, size, p) != FIT_INSIDE)
    return gomp_error_set (GOMP_ERR_MAP,
                           "present clause: not present on the host (device "
                           "address: 0x%lx, size: %lu (0x%lx), dev: %d)",
                           (unsigned long)clause->host, (unsigned long)size,
                           (unsigned long)size, r->device->number);
  enum gomp_status status = provide (r, clause, clause->host, size, p);
  if (status != GOMP_OK || (clause->flags & GOMP_CLAUSE_TO) == 0)
    return status;
  if (p->mapping == NULL)
    return read_device (r, p->host, clause->host, size);
  return clause->flags & GOMP_CLAUSE_ALWAYS ? read_mapping (r, p, size)
                                            : GOMP_OK;
}

/* The members of the structure that clause I begins: the first of them and the
   end of the last, in memory.  */
struct members
{
  uintptr_t start, end;
  size_t first_size;
};

static struct members
measure_members (const struct gomp_clause_list *list, size_t i)
{
  struct members m = { .start = UINTPTR_MAX };
  size_t count = list->sizes[i];
  for (size_t k = i + 1; k < list->count && count-- > 0; k++)
    {
      struct gomp_clause member = gomp_clause_get (list, k);
      size_t size = gomp_clause_storage (&member);
      if (member.host < m.start)
        {
          m.start = member.host;
          m.first_size = size;
        }
      if (member.host + size > m.end)
        m.end = member.host + size;
    }
  return m;
}

/* Where the structure would begin.  Its members are one piece of memory, in
   whatever clauses they are named.  */
static enum gomp_status
resolve_struct (struct reverse *r, size_t i, const struct gomp_clause *clause,
                struct operand *p)
{
  struct members m = measure_members (&r->list, i);
  enum gomp_status status = GOMP_OK;
  if (m.start >= m.end)
    return GOMP_OK;
  if (find (r, m.start, m.first_size, p) != FIT_INSIDE)
    status = provide (r, clause, m.start, m.end - m.start, p);
  if (status == GOMP_OK)
    p->host -= m.start - clause->host;
  return status;
}

/* Member I, at P, of the structure that began with clause OF: all must be at
   their offsets in the structure.  */
static enum gomp_status
check_member (const struct reverse *r, size_t of, size_t i)
{
  uintptr_t there = (uintptr_t)r->list.hosts[i] - (uintptr_t)r->list.hosts[of];
  if (r->operands[i].host == NULL
      || (uintptr_t)r->operands[i].host - (uintptr_t)r->operands[of].host
             == there)
    return GOMP_OK;
  return gomp_error_set (GOMP_ERR_MAP,
                         "a map clause with device (ancestor: 1) names "
                         "elements of a structure at 0x%lx of the device that "
                         "the enclosing region did not map together",
                         (unsigned long)r->list.hosts[of]);
}

/* A section without bytes, or a pointer with an unknown target.  */
static void *
translate_if_any (struct reverse *r, uintptr_t devptr)
{
  struct operand p;
  if (find (r, devptr, 0, &p) >= FIT_END)
    return p.host;
  return gomp_image_is_registered (GOMP_IMAGE_INTERFACE_KEEPS_POINTERS)
             ? (void *)devptr
             : NULL;
}

static enum gomp_status
resolve_clause (struct reverse *r, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (&r->list, i);
  struct operand *p = &r->operands[i];
  enum gomp_status status = GOMP_OK;
  if (clause.operation == GOMP_CLAUSE_VALUE || clause.host == 0)
    {
      r->slots[i] = (void *)clause.host;
      return GOMP_OK;
    }
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
    case GOMP_CLAUSE_PRESENT:
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DESCRIPTOR:
      status = resolve_data (r, &clause, p);
      break;
    case GOMP_CLAUSE_FIRSTPRIVATE:
      status = resolve_private (r, &clause, p);
      break;
    case GOMP_CLAUSE_STRUCT:
      status = resolve_struct (r, i, &clause, p);
      break;
    case GOMP_CLAUSE_ZERO_LENGTH:
      r->slots[i] = translate_if_any (r, clause.host);
      return GOMP_OK;
    case GOMP_CLAUSE_ALWAYS_POINTER:
    case GOMP_CLAUSE_ATTACH:
      break;
    default:
      return gomp_error_set (GOMP_ERR_INVALID,
                             "unhandled kind 0x%.2x with device (ancestor: 1)",
                             clause.kind);
    }
  r->slots[i] = p->host;
  return status;
}

static enum gomp_status
resolve_all (struct reverse *r)
{
  enum gomp_status status = GOMP_OK;
  size_t of = 0, members = 0;
  for (size_t i = 0; i < r->list.count && status == GOMP_OK; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&r->list, i);
      status = resolve_clause (r, i);
      if (clause.operation == GOMP_CLAUSE_STRUCT)
        {
          of = i;
          members = clause.size;
        }
      else if (members > 0 && status == GOMP_OK)
        {
          members--;
          status = check_member (r, of, i);
        }
    }
  return status;
}

/* ---- Pointers.  */

/* In the region the pointer at AT has VALUE; its own value is BEFORE.  */
static void
set_pointer (struct reverse *r, char *at, uintptr_t value, uintptr_t before)
{
  if (value == before)
    return;
  r->pointers[r->pointer_count++]
      = (struct pointer){ .at = at, .before = before };
  memcpy (at, &value, sizeof (value));
}

/* VALUE: of the pointer on the device that CLAUSE names.  */
static enum gomp_status
translate_pointee (struct reverse *r, const struct gomp_clause *clause,
                   uintptr_t *value)
{
  struct operand p;
  uintptr_t devptr = *value + clause->size;
  if (*value == 0)
    return GOMP_OK;
  if (clause->flags & GOMP_CLAUSE_OPTIONAL)
    *value = (uintptr_t)translate_if_any (r, devptr);
  else if (find (r, devptr, 0, &p) >= FIT_END)
    *value = (uintptr_t)p.host;
  else
    return gomp_error_set (
        GOMP_ERR_MAP,
        "a pointer at 0x%lx of the device, to 0x%lx, is in "
        "a map clause with device (ancestor: 1), but what it "
        "points to is not",
        (unsigned long)clause->host, (unsigned long)devptr);
  if (*value != 0)
    *value -= clause->size;
  return GOMP_OK;
}

/* Does the pointer of clause I belong to the previous descriptor, so that it
   means its target on the device, whatever its kind?  */
static bool
is_in_descriptor (const struct gomp_clause_list *list, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (list, i), before = clause;
  while (i > 0
         && (before.operation == GOMP_CLAUSE_POINTER
             || before.operation == GOMP_CLAUSE_ALWAYS_POINTER))
    before = gomp_clause_get (list, --i);
  return before.operation == GOMP_CLAUSE_DESCRIPTOR
         && clause.host - before.host < before.size;
}

/* The pointer of clause I.  A host pointer that is null there, or whose target
   has another address on the host, is also set.  */
static enum gomp_status
point (struct reverse *r, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (&r->list, i);
  struct operand p;
  uintptr_t before, value;
  if (find (r, clause.host, sizeof (void *), &p) != FIT_INSIDE)
    return GOMP_OK;
  enum gomp_status status
      = read_device (r, &before, clause.host, sizeof (before));
  if (status != GOMP_OK)
    return status;
  value = before;
  if (clause.operation == GOMP_CLAUSE_ALWAYS_POINTER
      && !is_in_descriptor (&r->list, i))
    {
      value = i == 0 ? 0 : (uintptr_t)r->slots[i - 1];
      value -= value == 0 ? 0 : clause.size;
    }
  else
    status = translate_pointee (r, &clause, &value);
  if (p.mapping != NULL)
    memcpy (&before, p.host, sizeof (before));
  else
    memcpy (p.host, &before, sizeof (before));
  if (status == GOMP_OK)
    set_pointer (r, p.host, value, before);
  return status;
}

static enum gomp_status
point_all (struct reverse *r)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < r->list.count && status == GOMP_OK; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&r->list, i);
      if (clause.host != 0
          && (clause.operation == GOMP_CLAUSE_POINTER
              || clause.operation == GOMP_CLAUSE_ALWAYS_POINTER
              || clause.operation == GOMP_CLAUSE_ATTACH))
        status = point (r, i);
    }
  return status;
}

/* ---- The region, and after it.  */

static void
run (void (*function) (void *), void **slots)
{
  struct gomp_initial_state state;
  gomp_thread_enter_initial (&state);
  function (slots);
  gomp_thread_leave_initial (&state);
}

static void
restore_pointers (struct reverse *r)
{
  while (r->pointer_count > 0)
    {
      const struct pointer *p = &r->pointers[--r->pointer_count];
      memcpy (p->at, &p->before, sizeof (p->before));
    }
}

static enum gomp_status
give_back (struct reverse *r)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < r->list.count && status == GOMP_OK; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&r->list, i);
      const struct operand *p = &r->operands[i];
      size_t size = gomp_clause_storage (&clause);
      if (p->host == NULL || (clause.flags & GOMP_CLAUSE_FROM) == 0)
        continue;
      if (p->mapping == NULL)
        status = write_device (r, clause.host, p->host, size);
      else if (clause.flags & GOMP_CLAUSE_ALWAYS)
        status = write_mapping (r, p, size);
    }
  return status;
}

/* ---- The request.  */

/* No region has more clauses than that, or memory with an alignment of more
   bits: otherwise the device's request was overwritten.  */
#define CLAUSES_MAX (1u << 24)
#define ALIGN_LOG_MAX 32

static enum gomp_status
overwritten (const char *has, unsigned long long number)
{
  gomp_error_set (GOMP_ERR_DEVICE,
                  "the device overwrote its request for a region of the host "
                  "(device (ancestor: 1))");
  gomp_error_note ("the request has %s %llu", has, number);
  return GOMP_ERR_DEVICE;
}

/* R's arrays, in one piece of memory, *MEMORY.  */
static bool
allocate (struct reverse *r, size_t count, void **memory)
{
  const size_t each = sizeof (*r->operands) + sizeof (*r->copies)
                      + sizeof (*r->pointers) + sizeof (*r->slots)
                      + sizeof (*r->list.hosts) + sizeof (*r->list.sizes)
                      + sizeof (*r->list.kinds);
  char *p = *memory
      = gomp_alloc_zeroed (gomp_size_sum (gomp_size_product (count, each), 1));
  if (p == NULL)
    return false;
#define TAKE(array)                                                            \
  do                                                                           \
    {                                                                          \
      array = (void *)p;                                                       \
      p += count * sizeof (*array);                                            \
    }                                                                          \
  while (0)
  TAKE (r->operands);
  TAKE (r->copies);
  TAKE (r->pointers);
  TAKE (r->slots);
  TAKE (r->list.hosts);
  TAKE (r->list.sizes);
  TAKE (r->list.kinds);
#undef TAKE
  r->list.count = count;
  return true;
}

/* Clause I, as the device passed it: what it names lies in memory, so that no
   sum of its address and its size wraps.  */
static enum gomp_status
check_clause (const struct reverse *r, size_t i)
{
  if (r->list.sizes[i] == SIZE_MAX)
    return gomp_error_set (GOMP_ERR_INVALID,
                           "a map clause with device (ancestor: 1) has an "
                           "iterator, which is not supported");
  if (r->list.kinds[i] >> 8 > ALIGN_LOG_MAX)
    return overwritten ("a map clause of kind", r->list.kinds[i]);
  struct gomp_clause clause = gomp_clause_get (&r->list, i);
  enum gomp_status status = gomp_clause_check (&clause);
  if (status != GOMP_OK)
    gomp_error_hint (GOMP_CLAUSE_HINT);
  return status;
}

static enum gomp_status
read_list (struct reverse *r, const struct gomp_reverse_request *request)
{
  size_t n = r->list.count;
  enum gomp_status status = read_device (r, r->list.hosts, request->hosts,
                                         n * sizeof (*r->list.hosts));
  if (status == GOMP_OK)
    status = read_device (r, (void *)r->list.sizes, request->sizes,
                          n * sizeof (*r->list.sizes));
  if (status == GOMP_OK)
    status = read_device (r, (void *)r->list.kinds, request->kinds,
                          n * sizeof (*r->list.kinds));
  for (size_t i = 0; i < n && status == GOMP_OK; i++)
    status = check_clause (r, i);
  return status;
}

static enum gomp_status
run_request (struct reverse *r, void (*function) (void *),
             const struct gomp_reverse_request *request)
{
  void *memory;
  if (request->count > CLAUSES_MAX)
    return overwritten ("as many map clauses as",
                        (unsigned long long)request->count);
  if (!allocate (r, request->count, &memory))
    return GOMP_ERR_NOMEM;
  enum gomp_status status = read_list (r, request);
  if (status == GOMP_OK)
    status = resolve_all (r);
  if (status == GOMP_OK)
    status = point_all (r);
  if (status == GOMP_OK)
    run (function, r->slots);
  restore_pointers (r);
  if (status == GOMP_OK)
    status = give_back (r);
  for (size_t i = 0; i < r->copy_count; i++)
    gomp_free (r->copies[i].host);
  gomp_free (memory);
  return status;
}

static enum gomp_status
unknown_function (int number, const struct gomp_reverse_request *request)
{
  gomp_error_set (GOMP_ERR_DEVICE,
                  "device %d asks for a region of the host (device (ancestor: "
                  "1)) that no image has",
                  number);
  gomp_error_note ("the region's function on the device is 0x%llx",
                   (unsigned long long)request->function);
  return GOMP_ERR_DEVICE;
}

enum gomp_status
gomp_reverse_run (int number, const struct gomp_reverse_request *request)
{
  bool is_device = number >= 0 && number < gomp_device_known ();
  struct reverse r
      = { .device = is_device ? gomp_device_if_ready (number) : NULL };
  void *host = r.device == NULL
                   ? NULL
                   : gomp_functions_find (&r.device->reverse,
                                          (void *)(uintptr_t)request->function);
  if (host == NULL)
    return unknown_function (number, request);
  char name[GOMP_REGION_NAME_MAX];
  void (*function) (void *);
  memcpy (&function, &host, sizeof (function));
  enum gomp_status status = run_request (&r, function, request);
  if (status != GOMP_OK)
    gomp_error_context ("for the region %s of the host, which device %d waits "
                        "for",
                        gomp_region_name (r.device, host, name), number);
  return status;
}
