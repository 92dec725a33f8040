/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Compute constructs (OpenACC 2.6 section 2.5): parallel, kernels, serial.

   The encountering thread maps the data.  Without async it also runs the region
   and unmaps them, as a target construct does.  With async it releases the
   mappings at once, as far as others can see; the queue's thread runs the
   region, copies back and frees (construct/construct.h).  */

#include <string.h>

#include "base/mem.h"
#include "offload/construct/setup.h"
#include "offload/directive/target.h"
#include "offload/observe.h"
#include "openacc/internal.h"

/* A region on a device.  */
struct launch
{
  struct gomp_device *device;
  void *function; /* the plugin's handle of it */
  const void *fn; /* the host's function */
  unsigned dims[3];
};

/* ---- Calls of the plugin.  */

static enum gomp_status
failed (const struct launch *l)
{
  char region[GOMP_REGION_NAME_MAX], name[GOMP_DEVICE_NAME_MAX];
  return gomp_error_set (GOMP_ERR_DEVICE, "compute region %s failed on %s",
                         gomp_region_name (l->device, l->fn, region),
                         gomp_device_describe (l->device, name));
}

/* With a plugin of GCC, which makes the argument block itself from the device
   addresses; or into the stream that the program knows.  */
static enum gomp_status
execute (struct launch *l, struct gomp_setup *s, struct gomp_acc_queue *queue)
{
  const struct gomp_plugin *plugin = l->device->plugin;
  struct goacc_asyncqueue *stream
      = queue == NULL ? NULL : gomp_acc_queue_stream (queue);
  void (*fn) (void *);
  memcpy (&fn, &l->function, sizeof (fn));
  size_t count = s->list->count;
  void **addresses = gomp_alloc ((count + 1) * sizeof (*addresses));
  if (addresses == NULL)
    return GOMP_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    addresses[i] = (void *)gomp_setup_slot (s, i);
  bool done = true;
  if (stream == NULL)
    plugin->openacc_exec (fn, count, addresses, addresses, l->dims, s->c);
  else
    {
      plugin->openacc_async_exec (fn, count, addresses, addresses, l->dims,
                                  s->c, stream);
      done = plugin->openacc_async_synchronize (stream);
    }
  gomp_free (addresses);
  return done ? GOMP_OK : failed (l);
}

static bool
needs_addresses (const struct launch *l, struct gomp_acc_queue *queue)
{
  return l->device->plugin->acc_run == NULL
         || (queue != NULL && gomp_acc_queue_stream (queue) != NULL);
}

/* S is not used by a plugin that takes the argument block.  */
static enum gomp_status
run (struct launch *l, struct gomp_construct *c, struct gomp_setup *s,
     struct gomp_acc_queue *queue)
{
  struct gomp_device *device = l->device;
  struct gomp_observed_launch observed
      = { .what = { device, l->fn, queue != NULL } };
  bool wanted = gomp_observe_offload ();
  enum gomp_status status;
  if (wanted)
    gomp_observe_launch (&observed, NULL);
  if (needs_addresses (l, queue))
    status = execute (l, s, queue);
  else
    status = device->plugin->acc_run (
                 device->ordinal, l->function,
                 c->block == NULL ? NULL : (void *)c->block->address, l->dims)
                 ? GOMP_OK
                 : failed (l);
  if (wanted)
    gomp_observe_launch_end (&observed, NULL);
  return status;
}

/* ---- At once.  */

static enum gomp_status
run_now (struct launch *l, const struct gomp_clause_list *list)
{
  struct gomp_construct c;
  struct gomp_setup s;
  bool observed = gomp_observe_offload ();
  enum gomp_status status
      = gomp_construct_init (&c, l->device, "acc parallel", l->fn, list->count);
  if (status != GOMP_OK)
    return status;
  c.runs_next = !needs_addresses (l, NULL);
  status = gomp_construct_place (&s, &c, list, 0, list->count, list->count > 0,
                                 observed);
  if (status == GOMP_OK)
    status = gomp_construct_fill (&s, observed);
  if (status == GOMP_OK)
    status = gomp_construct_renew (&s, observed);
  if (status == GOMP_OK)
    status = run (l, &c, &s, NULL);
  if (status == GOMP_OK)
    status = (observed ? gomp_construct_end_observed : gomp_construct_end) (&c);
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
  struct gomp_clause_list list; /* a copy, behind this */
  void *copies;                 /* firstprivate data, or NULL */
  bool fills;                   /* the new mappings have no contents yet */
  bool observed;
};

static enum gomp_status
drop_op (struct compute_op *op, enum gomp_status status)
{
  gomp_construct_fini (&op->construct);
  gomp_free (op->copies);
  gomp_free (op);
  return status;
}

static enum gomp_status
run_op (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  struct compute_op *op = container_of (base, struct compute_op, op);
  enum gomp_status status = GOMP_OK;
  if (op->fills)
    status = gomp_construct_fill (&op->setup, op->observed);
  if (status == GOMP_OK)
    status = gomp_construct_renew (&op->setup, op->observed);
  if (status == GOMP_OK)
    status = run (&op->launch, &op->construct, &op->setup, queue);
  if (status == GOMP_OK)
    status = gomp_construct_end_released (&op->construct, op->observed);
  return drop_op (op, status);
}

/* What lies in the program's variables may change before the region runs:
   device pointers, and firstprivate data, are read now.  */
static enum gomp_status
read_values (struct compute_op *op, unsigned short *kinds)
{
  for (size_t i = 0; i < op->list.count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&op->list, i);
      if (clause.operation != GOMP_CLAUSE_VALUE_AT)
        continue;
      op->list.hosts[i]
          = clause.host == 0 ? NULL : (void *)gomp_load_pointer (clause.host);
      kinds[i] = GOMP_ACC_KIND_VALUE;
    }
  return gomp_private_copies (&op->list, &op->copies);
}

static struct compute_op *
make_op (const struct launch *l, const struct gomp_clause_list *list)
{
  size_t count = list->count;
  size_t each = sizeof (void *) + sizeof (size_t) + sizeof (unsigned short);
  struct compute_op *op = gomp_alloc (sizeof (*op) + count * each);
  if (op == NULL)
    return NULL;
  void **hosts = (void **)(op + 1);
  size_t *sizes = (size_t *)(hosts + count);
  unsigned short *kinds = (unsigned short *)(sizes + count);
  memcpy (hosts, list->hosts, count * sizeof (*hosts));
  memcpy (sizes, list->sizes, count * sizeof (*sizes));
  memcpy (kinds, list->kinds, count * sizeof (*kinds));
  op->op.run = run_op;
  op->launch = *l;
  op->copies = NULL;
  op->observed = gomp_observe_offload ();
  op->list = (struct gomp_clause_list){
    .count = count, .hosts = hosts, .sizes = sizes, .kinds = kinds
  };
  if (gomp_construct_init (&op->construct, l->device, "acc parallel", l->fn,
                           count)
          == GOMP_OK
      && read_values (op, kinds) == GOMP_OK)
    return op;
  gomp_free (op);
  return NULL;
}

static enum gomp_status
run_later (struct launch *l, const struct gomp_clause_list *list,
           struct gomp_acc_queue *queue)
{
  struct compute_op *op = make_op (l, list);
  if (op == NULL)
    return GOMP_ERR_NOMEM;
  enum gomp_status status
      = gomp_construct_place (&op->setup, &op->construct, &op->list, 0,
                              list->count, list->count > 0, op->observed);
  if (status == GOMP_OK)
    status = gomp_acc_fill (&op->setup, queue, op->observed, &op->fills);
  if (status != GOMP_OK)
    return drop_op (op, status);
  gomp_construct_release (&op->construct);
  return gomp_acc_submit (queue, &op->op);
}

/* ---- The construct.  */

static enum gomp_status
find_function (struct launch *l)
{
  l->function = l->device->plugin->capabilities & GOMP_CAP_NATIVE_EXEC
                    ? (void *)l->fn
                    : gomp_functions_find (&l->device->functions, l->fn);
  if (likely (l->function != NULL))
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_IMAGE, "target function wasn't mapped");
  gomp_image_explain_missing (l->device, l->fn);
  return GOMP_ERR_IMAGE;
}

static enum gomp_status
run_on_host (struct gomp_acc_thread *thread,
             const struct gomp_acc_region *region)
{
  bool instead = thread->device.device != NULL;
  thread->on_host += instead;
  region->fn (region->list.hosts);
  thread->on_host -= instead;
  return GOMP_OK;
}

enum gomp_status
gomp_acc_compute (const struct gomp_acc_region *region)
{
  struct gomp_acc_thread *thread;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  if (status != GOMP_OK)
    return status;
  struct gomp_device *device = gomp_acc_device_of (thread);
  bool on_host = device == NULL || (region->flags & GOMP_ACC_ON_HOST);
  struct gomp_acc_queue *queue;
  status = gomp_acc_queue_after (device, &region->order, &queue);
  if (status != GOMP_OK)
    return status;
  if (on_host)
    return run_on_host (thread, region);
  struct launch launch = { .device = device, .fn = (const void *)region->fn };
  memcpy (launch.dims, region->dims, sizeof (launch.dims));
  status = find_function (&launch);
  if (status != GOMP_OK)
    return status;
  return queue == NULL ? run_now (&launch, &region->list)
                       : run_later (&launch, &region->list, queue);
}
