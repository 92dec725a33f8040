/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Compute constructs (OpenACC 2.6 section 2.5): parallel, kernels, serial.

   The encountering thread maps the data.  Without async it also runs the
   region and unmaps the data, as a target construct does.  With async it gives
   up the references at once, as far as other threads can see, and the thread
   that does the queue's work runs the region, copies back and frees
   (construct/construct.h).  A region without data is started at once where the
   plugin has queues (queue.c).  */

#include <string.h>

#include "base/mem.h"
#include "offload/construct/redzone.h"
#include "offload/construct/setup.h"
#include "offload/directive/target.h"
#include "offload/observe.h"
#include "openacc/internal.h"
#include "openacc/observe.h"
#include "tool/tool.h"

/* The construct's name, for messages.  */
#define DIRECTIVE gomp_compute_words[GOMP_COMPUTE_ANY].directive

/* A region on a device.  */
struct launch
{
  struct gomp_device *device;
  void *function; /* the plugin's handle of it */
  const void *fn; /* the host's function */
  unsigned dims[3];
  int async;
  struct gomp_acc_data *data; /* the thread's innermost data region, or NULL */
  void **addresses; /* the device addresses of its data; NULL: they are in its
                       block */
};

/* ---- Calls of the plugin.  */

static enum gomp_status
failed (const struct launch *l)
{
  char region[GOMP_REGION_NAME_MAX], name[GOMP_DEVICE_NAME_MAX];
  return gomp_error_set (GOMP_ERR_DEVICE, "%s %s failed on %s",
                         gomp_tool_region_title (GOMP_OPENACC, l->fn),
                         gomp_region_name (l->device, l->fn, region),
                         gomp_device_describe (l->device, name));
}

/* Launch on a plugin of GCC, which makes the argument block from the device
   addresses, or into a stream that the program has set.  */
static enum gomp_status
execute (struct launch *l, struct gomp_construct *c,
         struct gomp_acc_queue *queue)
{
  const struct gomp_plugin *plugin = l->device->plugin;
  struct goacc_asyncqueue *stream
      = queue == NULL ? NULL : gomp_acc_queue_stream (queue);
  void (*fn) (void *);
  memcpy (&fn, &l->function, sizeof (fn));
  if (stream == NULL)
    {
      plugin->openacc_exec (fn, c->count, l->addresses, l->addresses, l->dims,
                            c);
      return GOMP_OK;
    }
  plugin->openacc_async_exec (fn, c->count, l->addresses, l->addresses, l->dims,
                              c, stream);
  return plugin->openacc_async_synchronize (stream) ? GOMP_OK : failed (l);
}

static inline enum gomp_status
run_block (struct launch *l, const struct gomp_block *block)
{
  const struct gomp_device *device = l->device;
  return likely (device->plugin->acc_run (
             device->ordinal, l->function,
             block == NULL ? NULL : (void *)block->address, l->dims))
             ? GOMP_OK
             : failed (l);
}

/* Store the numbers of gangs, workers and lanes in DIMS, for listeners.  */
static COLD void
see_launch (struct gomp_acc_seen *seen, const struct launch *l, unsigned *dims)
{
  const struct gomp_plugin *plugin = l->device->plugin;
  memcpy (dims, l->dims, sizeof (l->dims));
  if (plugin->acc_dims != NULL)
    plugin->acc_dims (l->device->ordinal, l->function, dims);
  gomp_acc_see_launch (seen, l->fn, dims, l->async);
}

/* Run the region of C, whose device may be remote, and look at what is beside
   its data.  P: what to copy back, or NULL.  */
static NOINLINE enum gomp_status
run_guarded (struct launch *l, struct gomp_construct *c,
             const struct gomp_construct_pieces *p)
{
  struct gomp_device_piece zone[GOMP_REDZONES_MAX];
  gomp_redzone_guard (c, zone);
  enum gomp_status status
      = p == NULL ? run_block (l, c->block)
                  : gomp_device_acc_run_pieces (l->device, l->function,
                                                (void *)c->block->address,
                                                l->dims, p->piece, p->count);
  return status == GOMP_OK ? gomp_redzone_check_remote (c) : status;
}

/* The device is not remote.  C: the construct's data, or NULL.  */
static inline enum gomp_status
run_local (struct launch *l, struct gomp_construct *c,
           struct gomp_acc_queue *queue)
{
  return likely (l->addresses == NULL)
             ? run_block (l, c == NULL ? NULL : c->block)
             : execute (l, c, queue);
}

static enum gomp_status
run_unobserved (struct launch *l, struct gomp_construct *c,
                struct gomp_acc_queue *queue)
{
  return unlikely (c != NULL && l->device->plugin->guard != NULL)
             ? run_guarded (l, c, NULL)
             : run_local (l, c, queue);
}

static COLD enum gomp_status
run_observed (struct launch *l, struct gomp_construct *c,
              struct gomp_acc_queue *queue)
{
  struct gomp_observed_launch observed
      = { .what = { .device = l->device, .fn = l->fn, .model = GOMP_OPENACC } };
  struct gomp_acc_seen seen = { .is_begun = false };
  unsigned dims[3];
  bool wanted = gomp_observe_offload ();
  if (wanted)
    gomp_observe_launch (&observed, NULL);
  /* GCC's plugins raise this event themselves.  */
  if (l->device->plugin->acc_run != NULL && gomp_acc_observed ())
    see_launch (&seen, l, dims);
  enum gomp_status status = run_unobserved (l, c, queue);
  gomp_acc_seen (&seen);
  if (wanted)
    gomp_observe_launch_end (&observed, NULL);
  return status;
}

/* Find the addresses of the data of S, if the plugin does not take the
   block.  */
static enum gomp_status
take_addresses (struct launch *l, struct gomp_setup *s,
                struct gomp_acc_queue *queue)
{
  size_t count = s->list->count;
  l->addresses = NULL;
  if (l->device->plugin->acc_run != NULL
      && (queue == NULL || !gomp_acc_queue_is_shared (queue)))
    return GOMP_OK;
  l->addresses = gomp_alloc ((count + 1) * sizeof (*l->addresses));
  if (l->addresses == NULL)
    return GOMP_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    l->addresses[i] = (void *)gomp_setup_slot (s, i);
  return GOMP_OK;
}

/* ---- At once.  */

/* Make the mappings, and find the addresses of their copies.  */
static NOINLINE enum gomp_status
begin_with_addresses (struct launch *l, struct gomp_construct *c,
                      const struct gomp_clause_list *list, bool observed)
{
  struct gomp_setup s;
  enum gomp_status status = gomp_construct_allocate (
      &s, c, list, 0, list->count, list->count > 0, observed);
  if (status == GOMP_OK)
    status = gomp_construct_fill (&s, observed);
  if (status == GOMP_OK)
    status = gomp_construct_renew (&s, observed);
  return status == GOMP_OK ? take_addresses (l, &s, NULL) : status;
}

static SPECIALIZED enum gomp_status
begin (struct launch *l, struct gomp_construct *c,
       const struct gomp_clause_list *list, const bool observed)
{
  if (unlikely (l->device->plugin->acc_run == NULL))
    return begin_with_addresses (l, c, list, observed);
  c->runs_next = true;
  return (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
      c, list, 0, list->count, list->count > 0);
}

static COLD enum gomp_status
begin_observed (struct launch *l, struct gomp_construct *c,
                const struct gomp_clause_list *list)
{
  struct gomp_acc_seen seen;
  gomp_acc_see_implicit (&seen, GOMP_EVENT_ACC_ENTER_BEGIN, GOMP_ACC_OF_COMPUTE,
                         l->async);
  enum gomp_status status = begin (l, c, list, true);
  gomp_acc_seen (&seen);
  return status;
}

static COLD enum gomp_status
end_observed (struct launch *l, struct gomp_construct *c,
              enum gomp_status status)
{
  struct gomp_acc_seen seen;
  gomp_acc_see_implicit (&seen, GOMP_EVENT_ACC_EXIT_BEGIN, GOMP_ACC_OF_COMPUTE,
                         l->async);
  if (status == GOMP_OK)
    status = gomp_construct_end_observed (c);
  gomp_acc_seen (&seen);
  return status;
}

static COLD enum gomp_status
run_with_data_observed (struct launch *l, struct gomp_construct *c,
                        const struct gomp_clause_list *list)
{
  enum gomp_status status = begin_observed (l, c, list);
  if (status == GOMP_OK)
    status = run_observed (l, c, NULL);
  return end_observed (l, c, status);
}

/* Run the region and copy back, by one call of the plugin.  */
static NOINLINE enum gomp_status
run_and_fetch (struct launch *l, struct gomp_construct *c)
{
  struct gomp_construct_pieces p;
  return run_guarded (l, c, gomp_construct_take_back (c, &p) ? &p : NULL);
}

/* Does the end of C's region bring its results?  From a remote device they take
   another round trip otherwise.  */
static inline bool
brings_results (const struct launch *l, const struct gomp_construct *c)
{
  const struct gomp_plugin *plugin = l->device->plugin;
  return plugin->acc_run_pieces != NULL
         && (c->is_deferred || (plugin->capabilities & GOMP_CAP_REMOTE) != 0);
}

static inline enum gomp_status
run_and_end (struct launch *l, struct gomp_construct *c)
{
  enum gomp_status status = unlikely (brings_results (l, c))
                                ? run_and_fetch (l, c)
                                : run_local (l, c, NULL);
  return status == GOMP_OK ? gomp_construct_end (c) : status;
}

/* Does DATA or a region around it hold M?  */
static bool
holds (const void *data, const struct gomp_mapping *m)
{
  for (const struct gomp_acc_data *d = data; d != NULL; d = d->enclosing)
    for (size_t i = d->is_mapped ? d->construct.count : 0; i > 0; i--)
      {
        const struct gomp_item *item = &d->construct.items[i - 1];
        if (item->mapping == m && (item->flags & GOMP_ITEM_COUNTED))
          return true;
      }
  return false;
}

/* Inside a data region, whose plans C may have.  */
static NOINLINE enum gomp_status
run_with_data_inside (struct launch *l, struct gomp_construct *c,
                      const struct gomp_clause_list *list)
{
  enum gomp_status status = begin (l, c, list, false);
  if (likely (status == GOMP_OK))
    gomp_plan_inner_note (&l->data->plans, c, list, holds, l->data);
  return likely (status == GOMP_OK) ? run_and_end (l, c) : status;
}

/* Run the region by its plan, if it has one that applies.  */
static inline bool
run_by_plan (struct launch *l, const struct gomp_clause_list *list,
             enum gomp_status *status)
{
  struct gomp_plan_inner *plan
      = gomp_plan_inner_guess (&l->data->plans, l->device, l->fn);
  if (plan == NULL || !gomp_plan_inner_begin (plan, list, status))
    return false;
  if (likely (*status == GOMP_OK))
    *status = run_block (l, plan->block);
  if (likely (*status == GOMP_OK))
    *status = gomp_plan_inner_end (plan, DIRECTIVE);
  return true;
}

static inline enum gomp_status
run_with_data (struct launch *l, struct gomp_construct *c,
               const struct gomp_clause_list *list)
{
  if (unlikely (l->data != NULL) && l->device->plugin->acc_run != NULL)
    return run_with_data_inside (l, c, list);
  enum gomp_status status = begin (l, c, list, false);
  return likely (status == GOMP_OK) ? run_and_end (l, c) : status;
}

/* Is there nothing to map, and no data that the plugin has to know?  */
static inline bool
is_bare (const struct launch *l, const struct gomp_clause_list *list)
{
  return list->count == 0 && l->device->plugin->acc_run != NULL;
}

static SPECIALIZED enum gomp_status
run_now (struct launch *l, const struct gomp_clause_list *list,
         const bool observed)
{
  struct gomp_construct c;
  enum gomp_status status;
  if (!observed && is_bare (l, list))
    return run_block (l, NULL);
  if (!observed && l->data != NULL && run_by_plan (l, list, &status))
    return status;
  status = gomp_construct_init (&c, l->device, DIRECTIVE, l->fn, list->count);
  if (status != GOMP_OK)
    return status;
  status = observed ? run_with_data_observed (l, &c, list)
                    : run_with_data (l, &c, list);
  if (unlikely (l->addresses != NULL))
    gomp_free (l->addresses);
  gomp_construct_fini (&c);
  return status;
}

/* ---- In a queue.  */

struct compute_op
{
  struct gomp_acc_op op;
  struct launch launch;
  struct gomp_construct construct;
  struct gomp_setup setup;
  bool renews; /* some mappings of other constructs are not filled yet */
  bool observed;
};

static void
drop_op (struct gomp_acc_op *base)
{
  struct compute_op *op = container_of (base, struct compute_op, op);
  gomp_construct_fini (&op->construct);
  gomp_free (op->launch.addresses);
  gomp_free (op);
}

static enum gomp_status
run_op (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct compute_op *op = container_of (base, struct compute_op, op);
  enum gomp_status status = GOMP_OK;
  if (op->renews)
    status = gomp_construct_renew (&op->setup, op->observed);
  if (status == GOMP_OK)
    status = (gomp_acc_watched () ? run_observed : run_unobserved) (
        &op->launch, &op->construct, queue);
  return status == GOMP_OK
             ? gomp_construct_end_released (&op->construct, op->observed)
             : status;
}

static bool
op_writes (const struct gomp_acc_op *base, uintptr_t start, uintptr_t end)
{
  const struct compute_op *op = container_of (base, struct compute_op, op);
  return gomp_acc_construct_writes (&op->construct, start, end);
}

static struct compute_op *
make_op (const struct launch *l, size_t count)
{
  struct compute_op *op = gomp_alloc (sizeof (*op));
  if (op == NULL)
    return NULL;
  op->op = (struct gomp_acc_op){ .run = run_op,
                                 .drop = drop_op,
                                 .writes = op_writes };
  op->launch = *l;
  op->observed = gomp_observe_offload ();
  if (gomp_construct_init (&op->construct, l->device, DIRECTIVE, l->fn, count)
      == GOMP_OK)
    return op;
  gomp_free (op);
  return NULL;
}

/* The compiler passes data that ends with the call like any other.  So read
   now what is copied in, and what pass 5 reads of the clauses.  */
static enum gomp_status
begin_op (struct compute_op *op, const struct gomp_clause_list *list,
          struct gomp_acc_queue *queue)
{
  struct gomp_setup *s = &op->setup;
  enum gomp_status status = gomp_construct_allocate (
      s, &op->construct, list, 0, list->count, list->count > 0, op->observed);
  if (status == GOMP_OK)
    status = gomp_acc_fill_now (s, op->observed);
  op->renews = !s->has_later && !s->has_renewals;
  if (status == GOMP_OK && !op->renews)
    status = gomp_construct_renew (s, op->observed);
  return status == GOMP_OK ? take_addresses (&op->launch, s, queue) : status;
}

/* A region without data.  */
struct bare_op
{
  struct gomp_acc_op op;
  struct launch launch;
  struct gomp_acc_queue *queue;
};

static void
drop_bare (struct gomp_acc_op *op)
{
  gomp_acc_queue_keep (container_of (op, struct bare_op, op)->queue, op);
}

static enum gomp_status
run_bare (struct gomp_acc_op *op, struct gomp_acc_queue *queue)
{
  struct launch *l = &container_of (op, struct bare_op, op)->launch;
  return (gomp_acc_watched () ? run_observed : run_unobserved) (l, NULL, queue);
}

static enum gomp_status
run_bare_later (const struct launch *l, struct gomp_acc_queue *queue)
{
  const struct bare_op bare = { .op = { .run = run_bare, .drop = drop_bare },
                                .launch = *l,
                                .queue = queue };
  return gomp_acc_submit_copy (queue, &bare.op, sizeof (bare));
}

/* Start a region without data in STREAM.  */
static inline enum gomp_status
start (struct launch *l, struct gomp_acc_queue *queue,
       struct goacc_asyncqueue *stream)
{
  void (*fn) (void *);
  memcpy (&fn, &l->function, sizeof (fn));
  if (likely (stream != NULL))
    l->device->plugin->openacc_async_exec (fn, 0, NULL, NULL, l->dims, NULL,
                                           stream);
  gomp_acc_queue_started (queue);
  return likely (stream != NULL)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE, "async %d creation failed",
                               l->async);
}

static enum gomp_status
run_later (const struct launch *l, const struct gomp_clause_list *list,
           struct gomp_acc_queue *queue)
{
  struct gomp_acc_seen seen;
  struct compute_op *op = make_op (l, list->count);
  if (op == NULL)
    return GOMP_ERR_NOMEM;
  gomp_acc_see_implicit (&seen, GOMP_EVENT_ACC_ENTER_BEGIN, GOMP_ACC_OF_COMPUTE,
                         l->async);
  enum gomp_status status = begin_op (op, list, queue);
  gomp_acc_seen (&seen);
  if (status != GOMP_OK)
    {
      drop_op (&op->op);
      return status;
    }
  gomp_acc_see_implicit (&seen, GOMP_EVENT_ACC_EXIT_BEGIN, GOMP_ACC_OF_COMPUTE,
                         l->async);
  gomp_construct_release (&op->construct);
  gomp_acc_seen (&seen);
  return gomp_acc_submit (queue, &op->op);
}

static NOINLINE enum gomp_status
run_in_queue (struct launch *l, const struct gomp_clause_list *list,
              struct gomp_acc_queue *queue)
{
  struct goacc_asyncqueue *stream;
  if (!is_bare (l, list))
    return run_later (l, list, queue);
  if (l->device->plugin->openacc_async_exec != NULL
      && gomp_acc_queue_start (queue, &stream))
    return start (l, queue, stream);
  return gomp_acc_queue_is_shared (queue) ? run_later (l, list, queue)
                                          : run_bare_later (l, queue);
}

/* ---- On a device.  */

static enum gomp_status
find_function (struct launch *l)
{
  l->function = l->device->plugin->capabilities & GOMP_CAP_NATIVE_EXEC
                    ? (void *)l->fn
                    : gomp_functions_find (&l->device->functions, l->fn);
  if (likely (l->function != NULL))
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_IMAGE, "target function wasn't mapped");
  gomp_image_explain_missing (l->device, l->fn, GOMP_OPENACC);
  return GOMP_ERR_IMAGE;
}

static inline enum gomp_status
run_on_device (struct launch *l, const struct gomp_clause_list *list,
               struct gomp_acc_queue *queue)
{
  enum gomp_status status = find_function (l);
  if (unlikely (status != GOMP_OK))
    return status;
  return likely (queue == NULL) ? run_now (l, list, false)
                                : run_in_queue (l, list, queue);
}

static COLD enum gomp_status
run_on_device_observed (struct launch *l, const struct gomp_clause_list *list,
                        struct gomp_acc_queue *queue)
{
  struct gomp_observed_construct c
      = { .what = { GOMP_KIND_ACC_COMPUTE, l->device, l->fn, l->device->number,
                    queue == NULL ? list : NULL } };
  enum gomp_status status = find_function (l);
  if (status != GOMP_OK)
    return status;
  gomp_observe_construct (&c);
  status = queue == NULL ? run_now (l, list, true) : run_later (l, list, queue);
  gomp_observe_construct_end (&c);
  return status;
}

/* ---- On the host.  */

static const char *
host_reason (const struct gomp_acc_thread *thread, unsigned flags)
{
  if (flags & GOMP_ACC_FALLBACK)
    return "its if clause is false";
  if (flags & GOMP_ACC_LOCAL)
    return "its self clause is true";
  if (flags & GOMP_ACC_WITHOUT_CODE)
    return "its compiler made no device code for it";
  if (thread->on_host > 0)
    return "it is in another one, which the host runs";
  return thread->device.device != NULL ? "its device has the host's memory"
                                       : gomp_acc_host_reason ();
}

static inline void
run_on_host (struct gomp_acc_thread *thread,
             const struct gomp_acc_region *region)
{
  /* If the host is the thread's device, a region without a condition does not
     run there instead of on another device.  */
  bool instead = thread->device.device != NULL
                 || (region->flags & GOMP_ACC_ON_HOST) != 0;
  thread->on_host += instead;
  region->fn (region->list.hosts);
  thread->on_host -= instead;
}

static COLD void
run_on_host_observed (struct gomp_acc_thread *thread,
                      const struct gomp_acc_region *region)
{
  struct gomp_identity identity;
  struct gomp_event_fallback what
      = { .fn = (const void *)region->fn,
          .reason = host_reason (thread, region->flags),
          .model = GOMP_OPENACC };
  gomp_observe_fallback (&identity, &what);
  run_on_host (thread, region);
  gomp_observe_fallback_end (&identity, &what);
}

/* ---- The construct.  */

static SPECIALIZED enum gomp_status
compute (struct gomp_acc_thread *thread, const struct gomp_acc_region *region,
         const bool observed)
{
  struct gomp_device *device = gomp_acc_device_of (thread);
  struct gomp_acc_queue *queue;
  enum gomp_status status
      = gomp_acc_queue_after (device, &region->order, &queue);
  if (unlikely (status != GOMP_OK))
    return status;
  if (device == NULL || unlikely (region->flags & GOMP_ACC_ON_HOST))
    {
      (observed ? run_on_host_observed : run_on_host) (thread, region);
      return GOMP_OK;
    }
  struct launch launch = { .device = device,
                           .fn = (const void *)region->fn,
                           .async = region->order.async,
                           .data = thread->data };
  memcpy (launch.dims, region->dims, sizeof (launch.dims));
  return (observed ? run_on_device_observed
                   : run_on_device) (&launch, &region->list, queue);
}

static COLD enum gomp_status
compute_observed (struct gomp_acc_thread *thread,
                  const struct gomp_acc_region *region)
{
  struct gomp_acc_seen seen;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_COMPUTE_BEGIN, GOMP_ACC_OF_COMPUTE,
                region->order.async);
  if (region->flags & GOMP_ACC_ON_HOST)
    gomp_acc_seen_on_host (&seen);
  enum gomp_status status = compute (thread, region, true);
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_compute (const struct gomp_acc_region *region)
{
  struct gomp_acc_thread *thread;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  if (unlikely (status != GOMP_OK))
    return status;
  return unlikely (gomp_acc_watched ()) ? compute_observed (thread, region)
                                        : compute (thread, region, false);
}
