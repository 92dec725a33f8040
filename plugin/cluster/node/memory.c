/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stores the host's writes in device memory on the node.  Owns no data; the
   thread that leads calls node_take_*, any thread the others.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/condition.h"
#include "host/guard.h"
#include "server.h"

struct node_device *
node_device_at (struct node_server *s, uint32_t number)
{
  if (number >= s->devices || !atomic_load (&s->device[number].opened))
    return NULL;
  return &s->device[number];
}

struct node_device *
node_device_hold (struct node_server *s, uint32_t number)
{
  struct node_device *d = number < s->devices ? &s->device[number] : NULL;
  /* Pairs with start_device: it sees this, or the device is not opened here. */
  if (d != NULL)
    atomic_fetch_add (&d->users.value, 1);
  return d;
}

void
node_device_release (struct node_device *d)
{
  if (d != NULL)
    atomic_fetch_sub (&d->users.value, 1);
}

bool
node_memory_open (struct node_device *d, uint64_t backed)
{
  if (backed == 0)
    return true;
  /* An honest program's arena grows by whole pages.  */
  if (backed > d->d->memory.size - d->slice
      || (d->slice + backed) % X86EMUL_PAGE_SIZE != 0)
    return false;
  return x86emul_arena_open (d->d->memory.arena, d->slice + backed) == GOMP_OK;
}

/* Take the ranges of a PUT, and then the bytes of each.  */
static int
take_ranges (struct node_server *s, struct node_device *d, uint32_t count)
{
  struct cluster_range few[64];
  struct cluster_range *range = few;
  size_t size = count * sizeof (*range);
  if (count > GOMP_ARRAY_SIZE (few))
    range = malloc (size);
  if (range == NULL)
    return ENOMEM;
  int r = cluster_line_take (&s->line, range, size);
  for (uint32_t i = 0; i < count && r == 0; i++)
    {
      if (range[i].size == 0)
        continue;
      void *to = x86emul_memory_view (d->d, range[i].start, range[i].size);
      r = to != NULL ? cluster_line_take (&s->line, to, range[i].size) : EPROTO;
    }
  if (range != few)
    free (range);
  return r;
}

int
node_take_put (struct node_server *s, const struct cluster_head *head)
{
  struct cluster_put put;
  struct node_device *d = node_device_at (s, head->device);
  int r = cluster_line_take (&s->line, &put, sizeof (put));
  if (r != 0)
    return r;
  if (d == NULL || put.count > CLUSTER_RANGES_MAX
      || !node_memory_open (d, put.backed))
    return EPROTO;
  return take_ranges (s, d, put.count);
}

/* A device that has failed has no pages; a region finds that out.  */
static void
protect (struct x86emul_device *d, uint64_t offset, uint64_t size,
         bool accessible)
{
  bool usable = x86emul_condition_is_usable (d);
  if (usable && accessible)
    x86emul_guard_clear_pages (d, offset, offset + size);
  else if (usable)
    x86emul_guard_set (d, offset, size);
  gomp_error_clear ();
}

int
node_take_guard (struct node_server *s, const struct cluster_head *head)
{
  struct cluster_guard g;
  struct node_device *d = node_device_at (s, head->device);
  int r = cluster_line_take (&s->line, &g, sizeof (g));
  if (r != 0)
    return r;
  if (d == NULL || !node_memory_open (d, g.backed)
      || x86emul_memory_view (d->d, g.start, g.size) == NULL)
    return EPROTO;
  uint64_t offset = g.start - d->d->memory.start;
  if (g.size == 0 || (offset | g.size) % X86EMUL_PAGE_SIZE != 0)
    return EPROTO;
  protect (d->d, offset, g.size, g.is_accessible != 0);
  return 0;
}

int
node_take_copy (struct node_server *s, const struct cluster_head *head)
{
  struct cluster_copy copy;
  struct node_device *d = node_device_at (s, head->device);
  int r = cluster_line_take (&s->line, &copy, sizeof (copy));
  if (r != 0)
    return r;
  if (d == NULL || !node_memory_open (d, copy.backed))
    return EPROTO;
  void *to = x86emul_memory_view (d->d, copy.to, copy.size);
  const void *from = x86emul_memory_view (d->d, copy.from, copy.size);
  if (to == NULL || from == NULL)
    return EPROTO;
  memmove (to, from, copy.size);
  return 0;
}
