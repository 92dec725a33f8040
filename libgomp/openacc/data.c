/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's data directives (OpenACC 2.6 sections 2.6, 2.13, 2.14.4), on the
   mappings of offload/.

   A directive takes and gives up references in the thread that encounters it.
   With async, its copies become work of a queue.  The construct holds its
   mappings until that work is done, so no other directive frees their memory.

   A mapping has one count of references, for OpenMP and OpenACC together.  The
   number of those that belong to OpenACC's dynamic count is kept beside it
   (map/map.h).  */

#include <string.h>

#include "base/mem.h"
#include "offload/construct/mapping_copy.h"
#include "offload/construct/plan.h"
#include "offload/construct/setup.h"
#include "offload/construct/unit.h"
#include "offload/device/explain.h"
#include "offload/observe.h"
#include "openacc/internal.h"

/* A data directive; its copies may be work of a queue.  */
struct data_op
{
  struct gomp_acc_op op;
  struct gomp_construct construct;
  struct gomp_setup setup;      /* enter data */
  struct gomp_clause_list list; /* the caller's, or a copy behind this struct */
  bool observed;
};

/* Free the parts of the operation, whose struct belongs to the caller.  */
static void
drop_now (struct gomp_acc_op *base)
{
  gomp_construct_fini (&container_of (base, struct data_op, op)->construct);
}

static void
drop_later (struct gomp_acc_op *base)
{
  drop_now (base);
  gomp_free (container_of (base, struct data_op, op));
}

static struct gomp_clause_list
copy_list (void *memory, const struct gomp_clause_list *list)
{
  size_t count = list->count;
  void **hosts = memory;
  size_t *sizes = (size_t *)(hosts + count);
  unsigned short *kinds = (unsigned short *)(sizes + count);
  memcpy (hosts, list->hosts, count * sizeof (*hosts));
  memcpy (sizes, list->sizes, count * sizeof (*sizes));
  memcpy (kinds, list->kinds, count * sizeof (*kinds));
  return (struct gomp_clause_list){
    .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds
  };
}

/* A new operation for QUEUE; without a queue, *NOW.  NULL: no memory
   (recorded).  */
static struct data_op *
make_op (struct data_op *now, struct gomp_device *device, const char *what,
         const struct gomp_clause_list *list, struct gomp_acc_queue *queue,
         bool observed)
{
  size_t each = sizeof (void *) + sizeof (size_t) + sizeof (unsigned short);
  struct data_op *op = now;
  if (queue != NULL)
    op = gomp_alloc (sizeof (*op) + list->count * each);
  if (op == NULL)
    return NULL;
  op->list = queue == NULL ? *list : copy_list (op + 1, list);
  op->observed = observed;
  op->op.drop = queue == NULL ? drop_now : drop_later;
  op->op.writes = NULL;
  if (gomp_construct_init (&op->construct, device, what, NULL, list->count)
      == GOMP_OK)
    return op;
  if (queue != NULL)
    gomp_free (op);
  return NULL;
}

/* Free OP, which was not submitted.  */
static enum gomp_status
give_up (struct data_op *op, enum gomp_status status)
{
  op->op.drop (&op->op);
  return status;
}

/* ---- Enter data.  */

/* The references of mappings that existed before S belong to the dynamic
   count.  */
static enum gomp_status
count_others (struct gomp_setup *s)
{
  bool counted = true;
  gomp_map_lock (&s->c->device->map);
  for (size_t i = s->first; i < s->last && counted; i++)
    if ((s->c->items[i].flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_NEW))
        == GOMP_ITEM_COUNTED)
      counted = gomp_map_count_dynamic_locked (&s->c->device->map,
                                               s->c->items[i].mapping);
  gomp_map_unlock (&s->c->device->map);
  return counted ? GOMP_OK : GOMP_ERR_NOMEM;
}

/* Map clauses FIRST to LAST - 1 for C.  New mappings are not filled yet.  */
static enum gomp_status
take (struct gomp_setup *s, struct gomp_construct *c,
      const struct gomp_clause_list *list, size_t first, size_t last,
      bool observed)
{
  c->inserts |= GOMP_MAPPING_DYNAMIC;
  enum gomp_status status
      = gomp_construct_allocate (s, c, list, first, last, false, observed);
  return status == GOMP_OK && s->has_others ? count_others (s) : status;
}

static enum gomp_status
finish_enter (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct data_op *op = container_of (base, struct data_op, op);
  (void)queue;
  enum gomp_status status = gomp_construct_renew (&op->setup, op->observed);
  gomp_construct_leave (&op->construct);
  return status;
}

static enum gomp_status
fill_and_finish_enter (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct data_op *op = container_of (base, struct data_op, op);
  enum gomp_status status = gomp_construct_fill (&op->setup, op->observed);
  return status == GOMP_OK ? finish_enter (base, queue) : status;
}

enum gomp_status
gomp_acc_fill_now (struct gomp_setup *s, bool observed)
{
  for (size_t i = s->first; i < s->last; i++)
    {
      const struct gomp_item *item = &s->c->items[i];
      if ((item->flags & GOMP_ITEM_NEW)
          && (gomp_clause_get (s->list, i).flags & GOMP_CLAUSE_TO))
        gomp_acc_await_writes (s->c->device, item->host,
                               item->host + item->length);
    }
  return gomp_construct_fill (s, observed);
}

/* Map clauses FIRST to LAST - 1 as one unit.  */
static enum gomp_status
enter_later (struct gomp_device *device, const char *what,
             const struct gomp_clause_list *list, size_t first, size_t last,
             struct gomp_acc_queue *queue, bool observed)
{
  struct data_op *op = make_op (NULL, device, what, list, queue, observed);
  if (op == NULL)
    return GOMP_ERR_NOMEM;
  enum gomp_status status
      = take (&op->setup, &op->construct, &op->list, first, last, observed);
  /* Set pointers now: the program may soon change the objects that their
     values come from, such as descriptors in its stack.  */
  bool later = !op->setup.has_pointers && gomp_construct_copies_in (&op->setup);
  if (status == GOMP_OK && !later)
    status = gomp_acc_fill_now (&op->setup, observed);
  if (status != GOMP_OK)
    return give_up (op, status);
  op->op.run = later ? fill_and_finish_enter : finish_enter;
  return gomp_acc_submit (queue, &op->op);
}

/* Map LIST by PLAN, unless it does not apply.  */
static enum gomp_status
enter_by_plan (struct gomp_plan *plan, struct gomp_construct *c,
               const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (clause.flags & GOMP_CLAUSE_TO)
        gomp_acc_await_writes (c->device, clause.host,
                               clause.host + clause.size);
    }
  return gomp_plan_begin (plan, c, list, false);
}

static enum gomp_status
enter_now (struct gomp_construct *c, const struct gomp_clause_list *list,
           size_t first, size_t last, bool observed)
{
  struct gomp_setup s;
  enum gomp_status status = GOMP_OK;
  struct gomp_plan *plan
      = observed ? NULL : gomp_plan_guess (c, list, first, last);
  c->inserts |= GOMP_MAPPING_DYNAMIC;
  if (plan != NULL)
    status = enter_by_plan (plan, c, list);
  if (c->plan != NULL)
    return status;
  status = take (&s, c, list, first, last, observed);
  if (status == GOMP_OK)
    status = gomp_acc_fill_now (&s, observed);
  if (status == GOMP_OK)
    status = gomp_construct_renew (&s, observed);
  if (!observed && s.fresh > 0 && status == GOMP_OK)
    gomp_plan_note (&s);
  return status;
}

/* The end of the unit that begins with clause I.  */
static size_t
unit_end (const struct gomp_clause_list *list, size_t i, bool apart)
{
  if (!apart || list->count == 1)
    return list->count;
  return list->hosts[i] == NULL ? gomp_group_end (list, i)
                                : gomp_unit_end (list, i);
}

static enum gomp_status
enter_all_now (struct gomp_construct *c, const struct gomp_clause_list *list,
               bool observed)
{
  enum gomp_status status = GOMP_OK;
  size_t end;
  bool apart = gomp_units_are_apart (list);
  /* A single new mapping needs no hold.  */
  if (list->count == 1)
    c->inserts = GOMP_MAPPING_UNHELD;
  for (size_t i = 0; i < list->count && status == GOMP_OK; i = end)
    {
      end = unit_end (list, i, apart);
      if (list->hosts[i] != NULL)
        status = enter_now (c, list, i, end, observed);
    }
  if (status == GOMP_OK)
    gomp_construct_leave (c);
  return status;
}

static enum gomp_status
enter_all_later (struct gomp_device *device, const char *what,
                 const struct gomp_clause_list *list,
                 struct gomp_acc_queue *queue, bool observed)
{
  enum gomp_status status = GOMP_OK;
  size_t end;
  bool apart = gomp_units_are_apart (list);
  for (size_t i = 0; i < list->count && status == GOMP_OK; i = end)
    {
      end = unit_end (list, i, apart);
      if (list->hosts[i] != NULL)
        status = enter_later (device, what, list, i, end, queue, observed);
    }
  return status;
}

enum gomp_status
gomp_acc_enter_list (struct gomp_device *device, const char *what,
                     const struct gomp_clause_list *list,
                     struct gomp_acc_queue *queue, bool observed)
{
  struct gomp_construct c;
  if (queue != NULL)
    return enter_all_later (device, what, list, queue, observed);
  enum gomp_status status
      = gomp_construct_init (&c, device, what, NULL, list->count);
  if (unlikely (status != GOMP_OK))
    return status;
  status = enter_all_now (&c, list, observed);
  gomp_construct_fini (&c);
  return status;
}

/* ---- Exit data.  */

static void
await_filled (struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    if (c->items[i].mapping != NULL)
      gomp_map_await (&c->device->map, c->items[i].mapping, GOMP_READY_FILLED);
}

static enum gomp_status
finish_exit (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct data_op *op = container_of (base, struct data_op, op);
  (void)queue;
  await_filled (&op->construct);
  return gomp_construct_finish_retired (&op->construct, op->observed);
}

bool
gomp_acc_construct_writes (const struct gomp_construct *c, uintptr_t start,
                           uintptr_t end)
{
  for (size_t i = 0; i < c->count; i++)
    {
      const struct gomp_item *item = &c->items[i];
      bool back = (item->flags & GOMP_ITEM_ALWAYS_BACK)
                  || ((item->flags & GOMP_ITEM_BACK)
                      && (c->items[item->counter].flags & GOMP_ITEM_DIED));
      if (back && item->mapping != NULL && item->host < end
          && start < item->host + item->length)
        return true;
    }
  return false;
}

static bool
exit_writes (const struct gomp_acc_op *base, uintptr_t start, uintptr_t end)
{
  const struct data_op *op = container_of (base, struct data_op, op);
  return gomp_acc_construct_writes (&op->construct, start, end);
}

static enum gomp_status
outside (const struct gomp_item *item)
{
  uintptr_t start = gomp_mapping_start (item->mapping);
  return gomp_error_set (GOMP_ERR_MAP,
                         "[%p,+%zu] outside mapped block [%p,+%zu]",
                         (void *)item->host, item->length, (void *)start,
                         (size_t)(gomp_mapping_end (item->mapping) - start));
}

/* The first item of the mapping of item I, or of another member of the same
   structure.  */
static uint32_t
first_of (const struct gomp_construct *c, size_t i)
{
  const struct gomp_mapping *owner = gomp_mapping_owner (c->items[i].mapping);
  size_t first = 0;
  while (c->items[first].mapping == NULL
         || gomp_mapping_owner (c->items[first].mapping) != owner)
    first++;
  return (uint32_t)first;
}

static inline bool
is_final (const struct gomp_clause *clause)
{
  return clause->operation == GOMP_CLAUSE_DELETE
         || (clause->flags & GOMP_CLAUSE_NEW) != 0;
}

/* Release the mapping of a directive of one clause, if the mapping has nothing
   special.  False: nothing was done.  */
static inline bool
release_quickly (struct gomp_construct *c, const struct gomp_clause *clause)
{
  struct gomp_item *item = &c->items[0];
  bool died = false;
  if (c->count != 1)
    return false;
  gomp_map_lock (&c->device->map);
  struct gomp_mapping *mapping = gomp_map_release_dynamic_quick_locked (
      &c->device->map, clause->host, clause->host + item->length,
      is_final (clause), &died);
  gomp_map_unlock (&c->device->map);
  if (died)
    {
      item->mapping = mapping;
      item->flags |= GOMP_ITEM_COUNTED | GOMP_ITEM_DIED;
    }
  return mapping != NULL;
}

/* Find the mapping of clause I, and hold it until all mappings are found: a
   thread that has released a mapping must not wait for it.  */
static enum gomp_status
find_clause (struct gomp_construct *c, size_t i,
             const struct gomp_clause *clause)
{
  struct gomp_item *item = &c->items[i];
  size_t looked_at = item->length == 0 ? 1 : item->length;
  if (release_quickly (c, clause))
    return GOMP_OK;
  item->mapping
      = gomp_map_hold (&c->device->map, clause->host, clause->host + looked_at);
  if (item->mapping == NULL)
    return GOMP_OK;
  item->counter = first_of (c, i);
  item->flags |= GOMP_ITEM_COUNTED;
  return clause->host < gomp_mapping_start (item->mapping)
                 || clause->host + item->length
                        > gomp_mapping_end (item->mapping)
             ? outside (item)
             : GOMP_OK;
}

/* Release one reference for each clause.  A pointer in a descriptor, which has
   a clause of its own, was counted with the descriptor.  */
static void
release_clauses (struct gomp_construct *c, const struct gomp_clause_list *list)
{
  gomp_map_lock (&c->device->map);
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      struct gomp_clause clause = gomp_clause_get (list, i);
      if ((item->flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
              != GOMP_ITEM_COUNTED
          || (clause.operation == GOMP_CLAUSE_POINTER && item->counter != i))
        continue;
      if (gomp_map_release_dynamic_locked (&c->device->map, item->mapping,
                                           is_final (&clause)))
        c->items[item->counter].flags |= GOMP_ITEM_DIED;
    }
  gomp_map_unlock (&c->device->map);
}

static enum gomp_status
exit_clause (struct gomp_construct *c, const struct gomp_clause_list *list,
             size_t i)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  struct gomp_item *item = &c->items[i];
  item->host = clause.host;
  item->length = gomp_clause_storage (&clause);
  if (clause.host == 0 || clause.operation == GOMP_CLAUSE_STRUCT
      || clause.operation == GOMP_CLAUSE_DETACH)
    return GOMP_OK;
  enum gomp_status status = gomp_construct_check (c, list, i, &clause);
  if (status != GOMP_OK)
    return status;
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
      if (clause.flags & GOMP_CLAUSE_TO)
        break;
      if (clause.flags & GOMP_CLAUSE_FROM)
        item->flags |= GOMP_ITEM_BACK;
      return find_clause (c, i, &clause);
    case GOMP_CLAUSE_DESCRIPTOR:
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DELETE:
    case GOMP_CLAUSE_RELEASE:
      return find_clause (c, i, &clause);
    default:
      break;
    }
  return gomp_error_set (GOMP_ERR_INVALID,
                         ">>>> goacc_exit_data_internal UNHANDLED kind 0x%.2x",
                         clause.kind);
}

/* Find the mappings of LIST, and detach the pointers.  */
static enum gomp_status
find_all (struct gomp_construct *c, const struct gomp_clause_list *list)
{
  enum gomp_status status = GOMP_OK;
  if (list->count != 1
      || gomp_clause_get (list, 0).operation == GOMP_CLAUSE_DETACH)
    status = gomp_detach_clauses (c, list,
                                  "struct not mapped for detach operation");
  for (size_t i = 0; i < list->count && status == GOMP_OK; i++)
    status = exit_clause (c, list, i);
  return status;
}

static enum gomp_status
exit_later (struct gomp_device *device, const char *what,
            const struct gomp_clause_list *list, struct gomp_acc_queue *queue,
            bool observed)
{
  struct data_op *op = make_op (NULL, device, what, list, queue, observed);
  if (op == NULL)
    return GOMP_ERR_NOMEM;
  enum gomp_status status = find_all (&op->construct, list);
  if (status != GOMP_OK)
    return give_up (op, status);
  release_clauses (&op->construct, list);
  gomp_construct_retire (&op->construct);
  op->op.run = finish_exit;
  op->op.writes = exit_writes;
  return gomp_acc_submit (queue, &op->op);
}

/* A thread must not wait while it holds a dead mapping: the thread that fills
   the awaited mapping may itself wait for the dead one to be removed.  */
static enum gomp_status
exit_now (struct gomp_construct *c, const struct gomp_clause_list *list,
          bool observed)
{
  enum gomp_status status = find_all (c, list);
  if (status != GOMP_OK)
    return status;
  /* release_quickly has not released it already.  */
  if (list->count != 1 || (c->items[0].flags & GOMP_ITEM_DIED) == 0)
    {
      await_filled (c);
      release_clauses (c, list);
    }
  return (observed ? gomp_construct_finish_observed
                   : gomp_construct_finish) (c);
}

enum gomp_status
gomp_acc_exit_list (struct gomp_device *device, const char *what,
                    const struct gomp_clause_list *list,
                    struct gomp_acc_queue *queue, bool observed)
{
  struct gomp_construct c;
  if (queue != NULL)
    return exit_later (device, what, list, queue, observed);
  enum gomp_status status
      = gomp_construct_init (&c, device, what, NULL, list->count);
  if (status != GOMP_OK)
    return status;
  struct gomp_plan *plan
      = observed ? NULL : gomp_plan_guess (&c, list, 0, list->count);
  if (plan == NULL || !gomp_plan_exit (plan, &c, list, &status))
    status = exit_now (&c, list, observed);
  gomp_construct_fini (&c);
  return status;
}

/* ---- Update.  */

static enum gomp_status
copy_item (struct gomp_construct *c, struct gomp_item *item, bool to_device,
           bool observed)
{
  struct gomp_device *device = c->device;
  struct gomp_download fetch;
  const void *from = (const void *)item->host;
  if (to_device)
    return (observed ? gomp_mapping_write_observed : gomp_mapping_write) (
        device, item->mapping, item->host, from, item->length);
  if (observed)
    return gomp_mapping_read_observed (device, item->mapping, item->host,
                                       item->length);
  gomp_download_init (&fetch, device);
  enum gomp_status status
      = gomp_mapping_read (&fetch, item->mapping, item->host, item->length);
  return status == GOMP_OK ? gomp_download_flush (&fetch) : status;
}

/* The device copy of the pointer of entry I gets the device address of the
   object of the entry before it, less the pointer's BIAS.  If there are
   descriptors between the two, they are not updated, and name nothing.  */
static enum gomp_status
set_pointer (struct gomp_construct *c, const struct gomp_clause_list *list,
             size_t i, size_t bias)
{
  const struct gomp_item *item = &c->items[i], *before;
  do
    before = &c->items[--i];
  while (i > 0
         && gomp_clause_get (list, i).operation == GOMP_CLAUSE_DESCRIPTOR);
  if (before->mapping == NULL)
    return GOMP_OK;
  uintptr_t value = gomp_mapping_device (before->mapping, before->host) - bias;
  return gomp_device_write (
      c->device, gomp_mapping_device (item->mapping, item->host),
      gomp_mapping_view (item->mapping, item->host), &value, sizeof (value));
}

static enum gomp_status
run_update (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct data_op *op = container_of (base, struct data_op, op);
  struct gomp_construct *c = &op->construct;
  enum gomp_status status = GOMP_OK;
  (void)queue;
  await_filled (c);
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    {
      struct gomp_item *item = &c->items[i];
      struct gomp_clause clause = gomp_clause_get (&op->list, i);
      if (item->mapping == NULL)
        continue;
      if (clause.operation == GOMP_CLAUSE_ALWAYS_POINTER)
        status = i == 0 ? GOMP_OK : set_pointer (c, &op->list, i, clause.size);
      else
        status
            = copy_item (c, item, clause.flags & GOMP_CLAUSE_TO, op->observed);
    }
  for (size_t i = 0; i < c->count; i++)
    if (c->items[i].mapping != NULL)
      gomp_device_drop (c->device, c->items[i].mapping);
  return status;
}

static bool
update_writes (const struct gomp_acc_op *base, uintptr_t start, uintptr_t end)
{
  const struct data_op *op = container_of (base, struct data_op, op);
  for (size_t i = 0; i < op->construct.count; i++)
    {
      const struct gomp_item *item = &op->construct.items[i];
      if (item->mapping != NULL && item->host < end
          && start < item->host + item->length
          && (gomp_clause_get (&op->list, i).flags & GOMP_CLAUSE_FROM))
        return true;
    }
  return false;
}

static enum gomp_status
hold_update (struct gomp_construct *c, const struct gomp_clause_list *list,
             size_t i, const struct gomp_clause *clause)
{
  struct gomp_item *item = &c->items[i];
  bool required = (clause->flags & GOMP_CLAUSE_NEW) != 0;
  item->host = clause->host;
  item->length = gomp_clause_storage (clause);
  if (clause->host == 0 || item->length == 0)
    return GOMP_OK;
  enum gomp_status status = gomp_construct_check (c, list, i, clause);
  if (status != GOMP_OK)
    return status;
  uintptr_t end = clause->host + item->length;
  struct gomp_mapping *m = gomp_map_hold (&c->device->map, clause->host, end);
  if (m != NULL
      && (clause->host < gomp_mapping_start (m) || end > gomp_mapping_end (m)))
    {
      gomp_device_drop (c->device, m);
      m = NULL;
    }
  item->mapping = m;
  if (m != NULL || !required)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_MAP, "[%p,%zu] is not mapped", (void *)clause->host,
                  item->length);
  gomp_explain_nearest (c->device, clause->host);
  return gomp_construct_blame (c, list, GOMP_ERR_MAP, i, clause->host, end);
}

static enum gomp_status
update_clause (struct gomp_construct *c, const struct gomp_clause_list *list,
               size_t i)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  switch (clause.operation)
    {
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DESCRIPTOR:
      return GOMP_OK;
    case GOMP_CLAUSE_ALWAYS_POINTER:
      return hold_update (c, list, i, &clause);
    case GOMP_CLAUSE_MAP:
      if (clause.flags == (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM)
          || (clause.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM)) == 0)
        break;
      return hold_update (c, list, i, &clause);
    default:
      break;
    }
  return gomp_error_set (
      GOMP_ERR_INVALID, ">>>> GOACC_update UNHANDLED kind 0x%.2x", clause.kind);
}

/* Does each clause of LIST copy in one direction, and nothing else?  */
static bool
are_copies (const struct gomp_clause_list *list)
{
  bool copies = true;
  for (size_t i = 0; i < list->count && copies; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      unsigned ways = clause.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM);
      copies = clause.operation == GOMP_CLAUSE_MAP
               && (ways == GOMP_CLAUSE_TO || ways == GOMP_CLAUSE_FROM);
    }
  return copies;
}

/* Update clause I and the clauses after it.  */
static enum gomp_status
update_from (size_t i, struct gomp_device *device, const char *what,
             const struct gomp_clause_list *list, struct gomp_acc_queue *queue,
             bool observed)
{
  struct data_op now, *op = make_op (&now, device, what, list, queue, observed);
  enum gomp_status status = op == NULL ? GOMP_ERR_NOMEM : GOMP_OK;
  for (; i < list->count && status == GOMP_OK; i++)
    status = update_clause (&op->construct, &op->list, i);
  if (status != GOMP_OK)
    return op == NULL ? status : give_up (op, status);
  op->op.run = run_update;
  op->op.writes = update_writes;
  return gomp_acc_submit (queue, &op->op);
}

enum gomp_status
gomp_acc_update_list (struct gomp_device *device, const char *what,
                      const struct gomp_clause_list *list,
                      struct gomp_acc_queue *queue, bool observed)
{
  size_t i = 0;
  enum gomp_status status = GOMP_OK;
  if (queue == NULL && !observed && are_copies (list))
    status = gomp_update_whole (device, list, &i);
  return status != GOMP_OK || i == list->count
             ? status
             : update_from (i, device, what, list, queue, observed);
}
