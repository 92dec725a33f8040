/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data directives: target data, target enter data, target exit data, target
   update (OpenMP 5.1 sections 2.14.2, 2.14.3, 2.14.4, 2.14.6).

   Run in the encountering thread, or in the thread that runs the target task.
   Target data regions nest on a list of the current task; only the task itself
   changes the list.  */

#include <stdint.h>

#include "base/mem.h"
#include "offload/construct/construct.h"
#include "offload/construct/unit.h"
#include "offload/directive/target.h"
#include "offload/observe.h"
#include "team/self.h"

enum data_way
{
  DATA_ON_HOST,
  DATA_ON_HOST_OBSERVED, /* likewise, and its end is to be observed */
  DATA_MAPPED,           /* CONSTRUCT is in use */
  DATA_OBSERVED          /* likewise, and its end is to be observed */
};

/* An open target data region.  */
struct gomp_offload_data
{
  struct gomp_offload_data *enclosing; /* of the same task, or NULL */
  enum data_way way;
  const void *at; /* observed: where it began */
  struct gomp_construct construct;
};

static enum gomp_status
status_of (enum gomp_device_choice choice)
{
  return choice == GOMP_CHOICE_ERROR      ? GOMP_ERR_NODEV
         : choice == GOMP_CHOICE_OBSERVED ? GOMP_OBSERVE
                                          : GOMP_OK;
}

/* The device of a data directive; false: nothing to do (*STATUS says whether
   that is an error, or the directive is to be observed).  */
static SPECIALIZED bool
find_device (int number, struct gomp_device **device, enum gomp_status *status,
             const bool observed)
{
  enum gomp_device_choice choice
      = (observed ? gomp_device_choose_observed : gomp_device_choose) (number,
                                                                       device);
  *status
      = likely (choice == GOMP_CHOICE_DEVICE) ? GOMP_OK : status_of (choice);
  return likely (choice == GOMP_CHOICE_DEVICE)
         && !gomp_device_shares_memory (*device);
}

/* ---- Target data.  */

static SPECIALIZED enum gomp_status
begin (int number, const struct gomp_clause_list *list, const bool observed)
{
  struct gomp_task_env *task = gomp_self ()->task;
  struct gomp_device *device;
  enum gomp_status status;
  bool mapped = find_device (number, &device, &status, observed);
  /* On the host, a region counts only inside another, whose end follows, or if
     its end is to be observed.  */
  if (status != GOMP_OK || (!mapped && !observed && task->target_data == NULL))
    return status;
  struct gomp_offload_data *data = gomp_alloc (sizeof (*data));
  if (data == NULL)
    return GOMP_ERR_NOMEM;
  if (mapped)
    data->way = observed ? DATA_OBSERVED : DATA_MAPPED;
  else
    data->way = observed ? DATA_ON_HOST_OBSERVED : DATA_ON_HOST;
  if (observed)
    data->at = gomp_observe_here ();
  if (mapped)
    status = gomp_construct_init (&data->construct, device, "target data", NULL,
                                  list->count);
  if (mapped && status == GOMP_OK)
    status = (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
        &data->construct, list, 0, list->count, false);
  data->enclosing = task->target_data;
  task->target_data = data;
  return status;
}

static inline enum gomp_status
end (struct gomp_offload_data *data)
{
  enum gomp_status status = gomp_construct_end (&data->construct);
  gomp_construct_fini (&data->construct);
  return status;
}

static enum gomp_status
end_on_host (const struct gomp_offload_data *data)
{
  struct gomp_observed_construct c = { .what = { .kind = GOMP_KIND_DATA_END } };
  gomp_observe_set_here (data->at);
  gomp_observe_host_data (&c);
  gomp_observe_host_data_end (&c);
  return GOMP_OK;
}

static COLD enum gomp_status
end_otherwise (struct gomp_offload_data *data)
{
  if (data->way == DATA_ON_HOST)
    return GOMP_OK;
  if (data->way == DATA_ON_HOST_OBSERVED)
    return end_on_host (data);
  struct gomp_observed_construct c
      = { .what
          = { .kind = GOMP_KIND_DATA_END, .device = data->construct.device } };
  gomp_observe_set_here (data->at);
  gomp_observe_construct (&c);
  enum gomp_status status = gomp_construct_end_observed (&data->construct);
  gomp_construct_fini (&data->construct);
  gomp_observe_construct_end (&c);
  return status;
}

enum gomp_status
gomp_data_end (void)
{
  struct gomp_task_env *task = gomp_self ()->task;
  struct gomp_offload_data *data = task->target_data;
  if (data == NULL)
    return GOMP_OK;
  task->target_data = data->enclosing;
  enum gomp_status status
      = likely (data->way == DATA_MAPPED) ? end (data) : end_otherwise (data);
  gomp_free (data);
  return status;
}

/* ---- Enter data.  */

static bool
has_lasting (const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (gomp_clause_get (list, i).flags & GOMP_CLAUSE_LASTING)
      return true;
  return false;
}

/* The references of those clauses that say so are lasting ones.  */
static COLD enum gomp_status
count_lasting (struct gomp_construct *c, const struct gomp_clause_list *list)
{
  bool counted = true;
  gomp_map_lock (&c->device->map);
  for (size_t i = 0; i < c->count && counted; i++)
    if ((c->items[i].flags & GOMP_ITEM_COUNTED)
        && gomp_clause_get (list, i).operation != GOMP_CLAUSE_STRUCT
        && (gomp_clause_get (list, i).flags & GOMP_CLAUSE_LASTING))
      counted = gomp_map_count_lasting_locked (&c->device->map,
                                               c->items[i].mapping);
  gomp_map_unlock (&c->device->map);
  return counted ? GOMP_OK : GOMP_ERR_NOMEM;
}

static SPECIALIZED enum gomp_status
enter (int number, const struct gomp_clause_list *list, const char *directive,
       const bool observed)
{
  struct gomp_device *device;
  enum gomp_status status;
  if (!find_device (number, &device, &status, observed))
    return status;
  struct gomp_construct c;
  status = gomp_construct_init (&c, device, directive, NULL, list->count);
  bool lasts = has_lasting (list);
  /* A single new mapping needs no hold.  */
  c.inserts = list->count == 1 && !lasts ? GOMP_MAPPING_UNHELD : 0;
  size_t end;
  bool apart = gomp_units_are_apart (list);
  for (size_t i = 0; i < list->count && status == GOMP_OK; i = end)
    {
      end = apart && list->count > 1 ? gomp_unit_end (list, i) : list->count;
      status = (observed ? gomp_construct_begin_observed
                         : gomp_construct_begin) (&c, list, i, end, false);
    }
  if (unlikely (lasts) && status == GOMP_OK)
    status = count_lasting (&c, list);
  if (status != GOMP_OK)
    return status;
  gomp_construct_leave (&c);
  gomp_construct_fini (&c);
  return GOMP_OK;
}

/* ---- Exit data.  */

/* The only clause of a directive: nothing is counted twice.  False if this
   quick way does not apply.  */
static inline bool
release_quickly (struct gomp_construct *c, const struct gomp_clause *clause)
{
  struct gomp_item *item = &c->items[0];
  bool died = false;
  if (c->count != 1 || item->length == 0
      || (item->flags & GOMP_ITEM_ALWAYS_BACK)
      || gomp_map_has_lasting (&c->device->map))
    return false;
  struct gomp_mapping *mapping = gomp_map_release_quick (
      &c->device->map, clause->host, clause->host + item->length,
      clause->operation == GOMP_CLAUSE_DELETE, &died);
  if (mapping != NULL && died)
    {
      item->mapping = mapping;
      item->flags |= GOMP_ITEM_COUNTED | GOMP_ITEM_DIED;
    }
  return mapping != NULL;
}

/* A section without bytes belongs to the mapping of the byte at its start.  */
static inline bool
is_without_bytes (const struct gomp_clause *clause)
{
  return clause->operation == GOMP_CLAUSE_ZERO_LENGTH
         || (clause->flags & GOMP_CLAUSE_ZERO) != 0;
}

/* Find the mapping of clause I and hold it until all mappings of the directive
   are found and filled.  The thread that fills one may wait for a mapping that
   is being removed, so this thread must not wait while it holds a dead one.  */
static enum gomp_status
find (struct gomp_construct *c, size_t i, const struct gomp_clause *clause)
{
  struct gomp_item *item = &c->items[i];
  bool all = clause->operation == GOMP_CLAUSE_DELETE;
  if (release_quickly (c, clause))
    return GOMP_OK;
  size_t looked_at = is_without_bytes (clause) ? 1 : item->length;
  struct gomp_mapping *mapping
      = gomp_map_hold (&c->device->map, clause->host, clause->host + looked_at);
  if (mapping == NULL)
    return GOMP_OK;
  gomp_map_await (&c->device->map, mapping, GOMP_READY_FILLED);
  item->mapping = mapping;
  item->counter = (uint32_t)gomp_construct_counter (c, i, mapping);
  if (all)
    c->items[item->counter].flags |= GOMP_ITEM_ALL;
  if (item->counter != i)
    gomp_map_drop_shared (mapping);
  else
    item->flags |= GOMP_ITEM_COUNTED;
  return GOMP_OK;
}

/* The same of mappings of which some may have lasting references.  */
static COLD void
release_beside_lasting (struct gomp_construct *c,
                        const struct gomp_clause_list *list)
{
  gomp_map_lock (&c->device->map);
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      enum gomp_map_exit what
          = gomp_clause_get (list, i).flags & GOMP_CLAUSE_LASTING
                ? GOMP_MAP_EXIT_LASTING
            : item->flags & GOMP_ITEM_ALL ? GOMP_MAP_EXIT_ALL
                                          : GOMP_MAP_EXIT_ONE;
      if ((item->flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
              == GOMP_ITEM_COUNTED
          && gomp_map_exit_locked (item->mapping, what))
        item->flags |= GOMP_ITEM_DIED;
    }
  gomp_map_unlock (&c->device->map);
}

/* Release the references; the items keep their holds.  */
static void
release (struct gomp_construct *c, const struct gomp_clause_list *list)
{
  if (gomp_map_has_lasting (&c->device->map))
    {
      release_beside_lasting (c, list);
      return;
    }
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      if ((item->flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
              == GOMP_ITEM_COUNTED
          && gomp_map_unreference (item->mapping, item->flags & GOMP_ITEM_ALL))
        item->flags |= GOMP_ITEM_DIED;
    }
}

static enum gomp_status
exit_clause (struct gomp_construct *c, const struct gomp_clause_list *list,
             size_t i)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  struct gomp_item *item = &c->items[i];
  item->host = clause.host;
  item->length = clause.size;
  if (clause.host == 0)
    return GOMP_OK;
  enum gomp_status status = gomp_construct_check (c, list, i, &clause);
  if (unlikely (status != GOMP_OK))
    return status;
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
      if (clause.flags & GOMP_CLAUSE_TO)
        break;
      /* GCC 12 passes the descriptor of a component of a derived type as
         alloc.  */
      if ((clause.flags & GOMP_CLAUSE_FROM) == 0)
        return find (c, i, &clause);
      item->flags |= clause.flags & GOMP_CLAUSE_ALWAYS ? GOMP_ITEM_ALWAYS_BACK
                                                       : GOMP_ITEM_BACK;
      return find (c, i, &clause);
    case GOMP_CLAUSE_RELEASE:
    case GOMP_CLAUSE_DELETE:
    case GOMP_CLAUSE_ZERO_LENGTH:
      if (is_without_bytes (&clause))
        item->length = 0;
      return find (c, i, &clause);
    case GOMP_CLAUSE_POINTER:
    case GOMP_CLAUSE_DESCRIPTOR:
    case GOMP_CLAUSE_STRUCT:
    case GOMP_CLAUSE_DETACH:
      return GOMP_OK;
    default:
      break;
    }
  return gomp_error_set (GOMP_ERR_INVALID,
                         "GOMP_target_enter_exit_data unhandled kind 0x%.2x",
                         clause.kind);
}

static SPECIALIZED enum gomp_status
leave (int number, const struct gomp_clause_list *list, const char *directive,
       const bool observed)
{
  struct gomp_device *device;
  enum gomp_status status;
  if (!find_device (number, &device, &status, observed))
    return status;
  struct gomp_construct c;
  status = gomp_construct_init (&c, device, directive, NULL, list->count);
  if (status == GOMP_OK
      && (list->count > 1
          || gomp_clause_get (list, 0).operation == GOMP_CLAUSE_DETACH))
    status = gomp_detach_clauses (&c, list, NULL);
  for (size_t i = 0; i < list->count && status == GOMP_OK; i++)
    status = exit_clause (&c, list, i);
  if (status == GOMP_OK)
    {
      release (&c, list);
      status = (observed ? gomp_construct_finish_observed
                         : gomp_construct_finish) (&c);
    }
  gomp_construct_fini (&c);
  return status;
}

/* ---- Update.  */

static SPECIALIZED enum gomp_status
update (int number, const struct gomp_clause_list *list, const bool observed)
{
  struct gomp_device *device;
  enum gomp_status status;
  if (!find_device (number, &device, &status, observed))
    return status;
  return (observed ? gomp_update_observed : gomp_update) (device, list);
}

/* ---- The directives, observed or not.  */

static enum gomp_status
run_observed (enum gomp_construct_kind kind, int number,
              const struct gomp_clause_list *list)
{
  switch (kind)
    {
    case GOMP_KIND_DATA:
      return begin (number, list, true);
    case GOMP_KIND_ENTER:
      return enter (number, list, GOMP_DATA_ENTER, true);
    case GOMP_KIND_BEGIN_OR_ENTER:
      return enter (number, list, GOMP_DATA_BEGIN_OR_ENTER, true);
    case GOMP_KIND_EXIT:
      return leave (number, list, GOMP_DATA_EXIT, true);
    case GOMP_KIND_END_OR_EXIT:
      return leave (number, list, GOMP_DATA_END_OR_EXIT, true);
    default:
      return update (number, list, true);
    }
}

enum gomp_status
gomp_data_observe (enum gomp_construct_kind kind, int number,
                   const struct gomp_clause_list *list)
{
  struct gomp_device *device;
  enum gomp_status status;
  struct gomp_observed_construct c
      = { .what = { kind, NULL, NULL, number, list } };
  if (!find_device (number, &device, &status, true))
    {
      if (status == GOMP_OK)
        gomp_observe_host_data (&c);
      status = run_observed (kind, number, list);
      if (status == GOMP_OK)
        gomp_observe_host_data_end (&c);
      return status;
    }
  c.what.device = device;
  gomp_observe_construct (&c);
  status = run_observed (kind, number, list);
  gomp_observe_construct_end (&c);
  return status;
}

enum gomp_status
gomp_data_begin (int number, const struct gomp_clause_list *list)
{
  return begin (number, list, false);
}

enum gomp_status
gomp_data_enter (int number, const struct gomp_clause_list *list,
                 const char *directive)
{
  return enter (number, list, directive, false);
}

enum gomp_status
gomp_data_exit (int number, const struct gomp_clause_list *list,
                const char *directive)
{
  return leave (number, list, directive, false);
}

enum gomp_status
gomp_data_update (int number, const struct gomp_clause_list *list)
{
  return update (number, list, false);
}
