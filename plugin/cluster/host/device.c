/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device on a node: start, end, and its memory, which is handed out here
   without a message.  libgomp serialises start and end of a device.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/uncancelled.h"
#include "host/libgomp_symbols.h"
#include "os/memory.h"
#include "remote.h"

/* Ask libgomp which number the program gives D.  */
static void
ask_number (struct cluster_device *d)
{
  __typeof__ (&offgomp_device_number) ask
      = (__typeof__ (ask))x86emul_libgomp_symbol ("offgomp_device_number");
  if (ask != NULL)
    d->number = ask (GOMP_TYPE_CLUSTER, d->ordinal, &d->program_devices);
  snprintf (d->label, sizeof (d->label), "device %d (%s)", d->number, d->name);
}

/* Linux gives programs no addresses below.  */
#define LOWEST 65536

/* Are these pages that a device can have?  */
static bool
are_pages (uint64_t start, uint64_t size)
{
  return start >= LOWEST && start % X86EMUL_PAGE_SIZE == 0
         && size % X86EMUL_PAGE_SIZE == 0 && start <= UINT64_MAX - size;
}

static bool
is_sound (const struct cluster_opened *o)
{
  return o->size >= X86EMUL_ARENA_MIN / 2 && o->size <= X86EMUL_ARENA_MAX
         && are_pages (o->start, o->size)
         && (o->window_size == 0
             || are_pages (o->window_start, o->window_size));
}

static enum gomp_status
take_opened (struct cluster_device *d, const struct cluster_request *r)
{
  const struct cluster_opened *o = (const struct cluster_opened *)r->payload;
  if (r->type != CLUSTER_OPENED || r->size != sizeof (*o) || !is_sound (o))
    return gomp_error_set (GOMP_ERR_DEVICE,
                           "%s: its description of its memory is invalid",
                           d->label);
  d->start = o->start;
  d->size = o->size;
  /* No address of the program shall be one of the device.  Whatever is mapped
     there already stays.  */
  if (o->window_size != 0)
    os_reserve (o->window_start, o->window_size);
  if (d->arena != NULL)
    x86emul_arena_destroy (d->arena);
  d->arena = NULL;
  /* Relaxed: nobody has memory of it yet.  */
  atomic_store_explicit (&d->freed.count, 0, memory_order_relaxed);
  enum gomp_status status
      = x86emul_arena_create (d->size, NULL, NULL, &d->arena);
  if (status == GOMP_OK && cluster_settings.checks && !cluster_check_start (d))
    status = GOMP_ERR_NOMEM;
  return status;
}

enum gomp_status
cluster_device_start (struct cluster_device *d)
{
  struct cluster_request *r;
  ask_number (d);
  if (atomic_load (&d->condition) == CLUSTER_FORKED)
    return cluster_is_usable (d) ? GOMP_OK : GOMP_ERR_NODEV;
  const struct cluster_open open
      = { .number = d->number, .devices = d->program_devices };
  const struct cluster_bytes part = { &open, sizeof (open) };
  const struct cluster_call call = { .type = CLUSTER_OPEN,
                                     .node = d->node,
                                     .device = d,
                                     .part = &part,
                                     .count = 1 };
  gomp_mutex_lock (&d->lock);
  d->has_facts = false;
  free (d->refusal);
  d->refusal = NULL;
  gomp_mutex_unlock (&d->lock);
  enum gomp_status status = cluster_request (&call, &r);
  if (status != GOMP_OK)
    return status;
  status = take_opened (d, r);
  cluster_request_drop (d->node, r);
  if (status != GOMP_OK)
    return status;
  gomp_mutex_lock (&d->node->lock);
  d->node->open++;
  gomp_mutex_unlock (&d->node->lock);
  atomic_store (&d->condition, CLUSTER_UP);
  /* It may have failed before.  */
  gomp_mutex_lock (&d->lock);
  bool failed = d->has_facts || atomic_load (&d->node->is_lost);
  gomp_mutex_unlock (&d->lock);
  if (failed)
    atomic_store (&d->condition, CLUSTER_FALLEN);
  return GOMP_OK;
}

/* No device of N is up, and the process ends: so does the node.  Nobody waits
   for it before all nodes have been told.  */
static void
end_node (struct cluster_node *n)
{
  const struct cluster_call call
      = { .type = CLUSTER_QUIT, .node = n, .device = NULL };
  if (atomic_exchange (&n->is_ending, true))
    return;
  /* A command between program and node must see the end, too.  */
  if (!atomic_load (&n->is_lost) && cluster_post (&call) == GOMP_OK)
    cluster_line_finish (&n->line);
  GOMP_PLUGIN_debug (0,
                     "cluster: %s: %llu messages in %llu packets to it, %llu "
                     "answers\n",
                     n->name, (unsigned long long)n->line.messages,
                     (unsigned long long)n->line.writes,
                     (unsigned long long)n->answers);
  if (cluster_lead_is_reading (n))
    return;
  cluster_lead_call (n);
  atomic_store (&n->is_awaited, true);
}

void
cluster_device_await_end (struct cluster_device *d)
{
  struct cluster_node *n = d->node;
  if (atomic_exchange (&n->is_awaited, false))
    pthread_join ((pthread_t)n->thread, NULL);
}

void
cluster_device_will_end (struct cluster_device *d)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_node *n = d->node;
  d->will_end = true;
  /* A device that is up is going to be stopped.  */
  if (atomic_load (&d->condition) != CLUSTER_DOWN)
    return;
  gomp_mutex_lock (&n->lock);
  bool none = n->open == 0;
  gomp_mutex_unlock (&n->lock);
  if (none)
    end_node (n);
}

void
cluster_device_stop (struct cluster_device *d)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct cluster_node *n = d->node;
  unsigned condition = atomic_load (&d->condition);
  if (condition == CLUSTER_FORKED || condition == CLUSTER_DOWN)
    return;
  const struct cluster_call call
      = { .type = CLUSTER_CLOSE, .node = n, .device = d };
  struct cluster_request *r;
  atomic_store (&d->condition, CLUSTER_DOWN);
  /* What is called where answers are taken may end the program.  */
  if (!atomic_load (&n->is_lost) && !cluster_lead_is_reading (n))
    {
      if (cluster_request (&call, &r) == GOMP_OK)
        cluster_request_drop (n, r);
      else
        gomp_error_clear ();
    }
  gomp_mutex_lock (&n->lock);
  bool last = --n->open == 0;
  gomp_mutex_unlock (&n->lock);
  /* Others start again, on the same node; see cluster_device_will_end.  */
  if (last && d->will_end)
    end_node (n);
}

/* ---- Memory.  */

static void
send_guard (struct cluster_device *d, struct x86emul_range range,
            bool accessible)
{
  const struct cluster_guard guard
      = { .backed = x86emul_arena_backed (d->arena),
          .start = d->start + range.start,
          .size = range.size,
          .is_accessible = accessible };
  cluster_post_later (d, CLUSTER_GUARD, &guard, sizeof (guard));
}

/* The block of SIZE bytes at OFFSET is about to be freed.  A region that uses
   it later faults, if it is large, as on devices of this machine.  */
static void
guard_set (struct cluster_device *d, uint64_t offset, uint64_t size)
{
  uint64_t pages
      = (size + X86EMUL_PAGE_SIZE - 1) & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
  struct x86emul_range range = { .start = offset, .size = pages };
  gomp_mutex_lock (&d->freed.lock);
  /* Relaxed: the lock is held.  */
  if (atomic_load_explicit (&d->freed.count, memory_order_relaxed)
      < X86EMUL_FREED_RANGES)
    {
      send_guard (d, range, false);
      x86emul_freed_add (&d->freed, range);
    }
  gomp_mutex_unlock (&d->freed.lock);
}

/* The block of SIZE bytes at OFFSET was allocated.  */
static NOINLINE void
guard_clear (struct cluster_device *d, uint64_t offset, uint64_t size)
{
  uint64_t start, end;
  struct x86emul_freed_cut cut;
  unsigned i = 0;
  x86emul_freed_pages (d->arena, offset, size, &start, &end);
  gomp_mutex_lock (&d->freed.lock);
  while (x86emul_freed_cut (&d->freed, &i, start, end, &cut))
    {
      send_guard (d, cut.gone, true);
      x86emul_freed_replace (&d->freed, i, &cut);
    }
  gomp_mutex_unlock (&d->freed.lock);
}

static uint64_t
allocate (struct cluster_device *d, size_t size)
{
  if (unlikely (d->checker.is_on))
    return cluster_check_alloc (d, size);
  uint64_t offset = x86emul_arena_alloc (d->arena, size);
  /* Acquire: pairs with the release in x86emul_freed_add.  */
  if (unlikely (atomic_load_explicit (&d->freed.count, memory_order_acquire)
                != 0)
      && offset != X86EMUL_NO_OFFSET)
    guard_clear (d, offset, size);
  return offset;
}

static bool
release (struct cluster_device *d, uint64_t offset)
{
  if (unlikely (d->checker.is_on))
    return cluster_check_free (d, offset);
  uint64_t size = x86emul_arena_large (d->arena, offset);
  if (unlikely (size >= X86EMUL_GUARD_MIN))
    guard_set (d, offset, size);
  return x86emul_arena_free (d->arena, offset);
}

void *
cluster_device_alloc (struct cluster_device *d, size_t size)
{
  uint64_t offset = allocate (d, size);
  if (likely (offset != X86EMUL_NO_OFFSET))
    return (void *)(uintptr_t)(d->start + offset);
  gomp_error_context ("allocating memory of %s", d->label);
  x86emul_arena_hint (false);
  return NULL;
}

enum gomp_status
cluster_device_free (struct cluster_device *d, uint64_t address)
{
  uint64_t offset = address - d->start;
  if (likely (release (d, offset)))
    return GOMP_OK;
  return gomp_error_set (GOMP_ERR_INVALID,
                         "%s: free of 0x%llx, where no allocated block of "
                         "device memory starts (freed already?)",
                         d->label, (unsigned long long)address);
}
