/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The directives of OpenACC except the compute constructs, as the compiler
   calls them.  Each function chooses the device and the queue; data.c does the
   rest.  Open data regions nest on a list of the thread.  */

#include "base/mem.h"
#include "offload/device/explain.h"
#include "offload/observe.h"
#include "openacc/internal.h"
#include "openacc/observe.h"

/* ---- Data regions (OpenACC 2.6 section 2.6.5; host_data, 2.8).  */

/* Memory for a data region, which the thread keeps when the region ends.  */
static inline struct gomp_acc_data *
take_data (struct gomp_acc_thread *thread)
{
  struct gomp_acc_data *data = thread->spare;
  thread->spare = NULL;
  return likely (data != NULL) ? data : gomp_alloc (sizeof (*data));
}

static inline void
keep_data (struct gomp_acc_thread *thread, struct gomp_acc_data *data)
{
  if (unlikely (thread->spare != NULL))
    gomp_free (thread->spare);
  thread->spare = data;
}

/* Find the thread, and its device; *DEVICE is NULL if there is nothing to do
   on a device.  */
static inline enum gomp_status
find_device (unsigned flags, struct gomp_acc_thread **thread,
             struct gomp_device **device)
{
  enum gomp_status status = gomp_acc_thread_get (thread);
  *device = NULL;
  if (status == GOMP_OK && (flags & GOMP_ACC_ON_HOST) == 0)
    *device = gomp_acc_device_of (*thread);
  return status;
}

static void
observe (struct gomp_observed_construct *c, enum gomp_construct_kind kind,
         struct gomp_device *device, const struct gomp_clause_list *list)
{
  *c = (struct gomp_observed_construct){ .what = { kind, device, NULL,
                                                   device->number, list } };
  gomp_observe_construct (c);
}

/* Make the mappings of LIST for DATA.  */
static SPECIALIZED enum gomp_status
begin_mapped (struct gomp_acc_data *data, struct gomp_device *device,
              const struct gomp_clause_list *list, const bool observed)
{
  enum gomp_status status = gomp_construct_init (&data->construct, device,
                                                 "acc data", NULL, list->count);
  if (unlikely (status != GOMP_OK))
    return status;
  data->is_mapped = true;
  return (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
      &data->construct, list, 0, list->count, false);
}

/* Is LIST of host_data, which has no other clauses?  */
static bool
is_host_data (const struct gomp_clause_list *list)
{
  return list->count > 0
         && gomp_clause_get (list, 0).operation == GOMP_CLAUSE_USE_DEVICE;
}

static COLD enum gomp_status
begin_observed (struct gomp_acc_data *data, struct gomp_device *device,
                unsigned flags, const struct gomp_clause_list *list)
{
  struct gomp_acc_seen seen;
  struct gomp_observed_construct c;
  enum gomp_status status = GOMP_OK;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_ENTER_BEGIN,
                is_host_data (list) ? GOMP_ACC_OF_HOST_DATA : GOMP_ACC_OF_DATA,
                GOMP_ACC_SYNC);
  if (flags & GOMP_ACC_ON_HOST)
    gomp_acc_seen_on_host (&seen);
  if (device != NULL)
    {
      data->at = gomp_observe_here ();
      observe (&c, GOMP_KIND_ACC_DATA, device, list);
      status = begin_mapped (data, device, list, true);
      gomp_observe_construct_end (&c);
    }
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_data_begin (unsigned flags, const struct gomp_clause_list *list)
{
  struct gomp_acc_thread *thread;
  struct gomp_device *device;
  enum gomp_status status = find_device (flags, &thread, &device);
  if (unlikely (status != GOMP_OK))
    return status;
  struct gomp_acc_data *data = take_data (thread);
  if (unlikely (data == NULL))
    return GOMP_ERR_NOMEM;
  data->is_mapped = false;
  data->at = NULL;
  data->enclosing = thread->data;
  gomp_plans_inner_init (&data->plans);
  if (unlikely (gomp_acc_watched ()))
    status = begin_observed (data, device, flags, list);
  else if (device != NULL)
    status = begin_mapped (data, device, list, false);
  thread->data = data;
  return status;
}

static COLD enum gomp_status
end_observed (struct gomp_acc_data *data)
{
  struct gomp_acc_seen seen;
  struct gomp_observed_construct c;
  enum gomp_status status = GOMP_OK;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_EXIT_BEGIN, GOMP_ACC_OF_DATA,
                GOMP_ACC_SYNC);
  if (data->is_mapped)
    {
      gomp_observe_set_here (data->at);
      observe (&c, GOMP_KIND_ACC_DATA_END, data->construct.device, NULL);
      status = gomp_construct_end_observed (&data->construct);
      gomp_observe_construct_end (&c);
    }
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_data_end (void)
{
  struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  struct gomp_acc_data *data = thread == NULL ? NULL : thread->data;
  enum gomp_status status = GOMP_OK;
  if (unlikely (data == NULL))
    return GOMP_OK;
  thread->data = data->enclosing;
  gomp_plans_inner_fini (&data->plans);
  if (unlikely (gomp_acc_watched ()))
    status = end_observed (data);
  else if (data->is_mapped)
    status = gomp_construct_end (&data->construct);
  if (data->is_mapped)
    gomp_construct_fini (&data->construct);
  keep_data (thread, data);
  return status;
}

/* ---- Enter data, exit data, update.  */

typedef enum gomp_status do_list (struct gomp_device *device, const char *what,
                                  const struct gomp_clause_list *list,
                                  struct gomp_acc_queue *queue, bool observed);

/* What a directive or a routine does, and which events it raises.  */
struct action
{
  do_list *body;
  const char *name;
  enum gomp_event_row row;
  enum gomp_acc_construct construct;
  enum gomp_construct_kind kind;
};

#define ROUTINE(body, name, kind)                                              \
  {                                                                            \
    body, name, GOMP_EVENT_ACC_CALL_BEGIN, GOMP_ACC_OF_ROUTINE, kind           \
  }

/* Events name no construct for declare, as on GCC's library.  */
static const struct action actions[]
    = { [GOMP_ACC_ENTER_DATA]
        = { gomp_acc_enter_list, "acc enter data", GOMP_EVENT_ACC_ENTER_BEGIN,
            GOMP_ACC_OF_ENTER_DATA, GOMP_KIND_ACC_ENTER },
        [GOMP_ACC_EXIT_DATA]
        = { gomp_acc_exit_list, "acc exit data", GOMP_EVENT_ACC_EXIT_BEGIN,
            GOMP_ACC_OF_EXIT_DATA, GOMP_KIND_ACC_EXIT },
        [GOMP_ACC_UPDATE]
        = { gomp_acc_update_list, "acc update", GOMP_EVENT_ACC_UPDATE_BEGIN,
            GOMP_ACC_OF_UPDATE, GOMP_KIND_ACC_UPDATE },
        [GOMP_ACC_DECLARE]
        = { gomp_acc_enter_list, "acc declare", GOMP_EVENT_ACC_ENTER_BEGIN,
            GOMP_ACC_OF_ENTER_DATA, GOMP_KIND_ACC_DECLARE },
        [GOMP_ACC_DECLARE_END]
        = { gomp_acc_exit_list, "acc declare", GOMP_EVENT_ACC_EXIT_BEGIN,
            GOMP_ACC_OF_EXIT_DATA, GOMP_KIND_ACC_DECLARE },
        [GOMP_ACC_COPYIN]
        = ROUTINE (gomp_acc_enter_list, "acc_copyin", GOMP_KIND_ACC_COPYIN),
        [GOMP_ACC_CREATE]
        = ROUTINE (gomp_acc_enter_list, "acc_create", GOMP_KIND_ACC_CREATE),
        [GOMP_ACC_COPYOUT]
        = ROUTINE (gomp_acc_exit_list, "acc_copyout", GOMP_KIND_ACC_COPYOUT),
        [GOMP_ACC_DELETE]
        = ROUTINE (gomp_acc_exit_list, "acc_delete", GOMP_KIND_ACC_DELETE),
        [GOMP_ACC_UPDATE_DEVICE]
        = ROUTINE (gomp_acc_update_list, "acc_update_device",
                   GOMP_KIND_ACC_UPDATE_DEVICE),
        [GOMP_ACC_UPDATE_SELF] = ROUTINE (
            gomp_acc_update_list, "acc_update_self", GOMP_KIND_ACC_UPDATE_SELF),
        [GOMP_ACC_ATTACH]
        = ROUTINE (gomp_acc_enter_list, "acc_attach", GOMP_KIND_ACC_ATTACH),
        [GOMP_ACC_DETACH]
        = ROUTINE (gomp_acc_exit_list, "acc_detach", GOMP_KIND_ACC_DETACH) };

/* Do it now, or leave the copies to a queue.  DEVICE is NULL if there is
   nothing to do on a device.  */
static enum gomp_status
do_observed (const struct action *what, struct gomp_device *device,
             const struct gomp_clause_list *list, struct gomp_acc_queue *queue)
{
  struct gomp_observed_construct c;
  if (device == NULL)
    return GOMP_OK;
  observe (&c, what->kind, device, queue == NULL ? list : NULL);
  enum gomp_status status = what->body (device, what->name, list, queue, true);
  gomp_observe_construct_end (&c);
  return status;
}

static COLD enum gomp_status
act_observed (const struct action *what, struct gomp_device *device, int async,
              const struct gomp_clause_list *list, struct gomp_acc_queue *queue)
{
  struct gomp_acc_seen seen;
  gomp_acc_see (&seen, what->row, what->construct, async);
  enum gomp_status status = do_observed (what, device, list, queue);
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_act (enum gomp_acc_action action, struct gomp_device *device,
              int async, const struct gomp_clause_list *list,
              struct gomp_acc_queue *queue)
{
  const struct action *what = &actions[action];
  return unlikely (gomp_acc_watched ())
             ? act_observed (what, device, async, list, queue)
             : what->body (device, what->name, list, queue, false);
}

/* Is the directive enter data or exit data?  The first clause that belongs to
   one of both decides.  */
static enum gomp_status
find_action (const struct gomp_clause_list *list, enum gomp_acc_action *action)
{
  *action = GOMP_ACC_ENTER_DATA;
  for (size_t i = 0; i < list->count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      switch (clause.operation)
        {
        case GOMP_CLAUSE_POINTER:
        case GOMP_CLAUSE_DESCRIPTOR:
        case GOMP_CLAUSE_STRUCT:
          continue;
        case GOMP_CLAUSE_MAP:
          if ((clause.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM))
              == GOMP_CLAUSE_FROM)
            *action = GOMP_ACC_EXIT_DATA;
          return GOMP_OK;
        case GOMP_CLAUSE_PRESENT:
        case GOMP_CLAUSE_ATTACH:
          return GOMP_OK;
        case GOMP_CLAUSE_DELETE:
        case GOMP_CLAUSE_RELEASE:
        case GOMP_CLAUSE_DETACH:
          *action = GOMP_ACC_EXIT_DATA;
          return GOMP_OK;
        default:
          return gomp_error_set (
              GOMP_ERR_INVALID,
              ">>>> GOACC_enter_exit_data UNHANDLED kind 0x%.2x", clause.kind);
        }
    }
  return GOMP_OK;
}

static COLD enum gomp_status
direct_observed (const struct action *what, unsigned flags,
                 struct gomp_device *device,
                 const struct gomp_clause_list *list,
                 const struct gomp_acc_order *order)
{
  struct gomp_acc_seen seen;
  struct gomp_acc_queue *queue;
  gomp_acc_see (&seen, what->row, what->construct, order->async);
  if (flags & GOMP_ACC_ON_HOST)
    gomp_acc_seen_on_host (&seen);
  enum gomp_status status = gomp_acc_queue_after (device, order, &queue);
  if (status == GOMP_OK)
    status = do_observed (what, device, list, queue);
  gomp_acc_seen (&seen);
  return status;
}

static inline enum gomp_status
direct (const struct action *what, struct gomp_device *device,
        const struct gomp_clause_list *list, const struct gomp_acc_order *order)
{
  struct gomp_acc_queue *queue;
  enum gomp_status status = gomp_acc_queue_after (device, order, &queue);
  return status == GOMP_OK && device != NULL
             ? what->body (device, what->name, list, queue, false)
             : status;
}

enum gomp_status
gomp_acc_data_directive (enum gomp_acc_action action, unsigned flags,
                         const struct gomp_clause_list *list,
                         const struct gomp_acc_order *order)
{
  struct gomp_acc_thread *thread;
  struct gomp_device *device;
  enum gomp_status status = GOMP_OK;
  if (unlikely (action == GOMP_ACC_ENTER_OR_EXIT))
    status = find_action (list, &action);
  if (likely (status == GOMP_OK))
    status = find_device (flags, &thread, &device);
  if (unlikely (status != GOMP_OK))
    return status;
  return unlikely (gomp_acc_watched ())
             ? direct_observed (&actions[action], flags, device, list, order)
             : direct (&actions[action], device, list, order);
}

/* ---- Declare (OpenACC 2.6 section 2.13).  */

static enum gomp_status
check_present (struct gomp_device *device, const struct gomp_clause *clause)
{
  struct gomp_map_answer answer;
  uintptr_t end = clause->host + clause->size;
  if (gomp_map_peek (&device->map, clause->host, end, &answer)
      && answer.start <= clause->host && end <= answer.end)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_MAP, "[%p,%zu] is not mapped", (void *)clause->host,
                  clause->size);
  gomp_explain_nearest (device, clause->host);
  return GOMP_ERR_MAP;
}

/* Do one clause of LIST, synchronously.  */
static enum gomp_status
declare (struct gomp_device *device, const struct gomp_clause_list *list)
{
  struct gomp_clause clause = gomp_clause_get (list, 0);
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
      if ((clause.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM))
          == GOMP_CLAUSE_FROM)
        return gomp_acc_act (GOMP_ACC_DECLARE_END, device, GOMP_ACC_SYNC, list,
                             NULL);
      if (clause.flags == 0 && check_present (device, &clause) == GOMP_OK)
        return GOMP_OK;
      gomp_error_clear ();
      return gomp_acc_act (GOMP_ACC_DECLARE, device, GOMP_ACC_SYNC, list, NULL);
    case GOMP_CLAUSE_RELEASE:
    case GOMP_CLAUSE_DELETE:
      return gomp_acc_act (GOMP_ACC_DECLARE_END, device, GOMP_ACC_SYNC, list,
                           NULL);
    case GOMP_CLAUSE_PRESENT:
      return check_present (device, &clause);
    default:
      return GOMP_OK;
    }
}

enum gomp_status
gomp_acc_declare (unsigned flags, const struct gomp_clause_list *list)
{
  struct gomp_acc_thread *thread;
  struct gomp_device *device;
  enum gomp_status status = find_device (flags, &thread, &device);
  for (size_t i = 0; i < list->count && status == GOMP_OK && device != NULL;
       i++)
    {
      const struct gomp_clause_list one = { .count = 1,
                                            .hosts = list->hosts + i,
                                            .sizes = list->sizes + i,
                                            .kinds = list->kinds + i };
      status = declare (device, &one);
    }
  return status;
}
