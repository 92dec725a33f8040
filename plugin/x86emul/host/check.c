/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin's part of the mapping checker; see check.h.

   The states are shared memory that the device has mapped, too.  A device's
   check_lock guards the list of freed blocks that are kept and the number of
   reports taken.  In this mode each block has pages of its own.  */

#include "host/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/access_log.h"
#include "host/failure.h"
#include "host/transport.h"
#include "os/channel.h"
#include "os/memory.h"

#define ARENA_MIN (1ull << 20)

bool
x86emul_check_create (struct x86emul_device *d, int *errnum)
{
  void *p;
  uint64_t room = d->arena_size;
  *errnum = os_shared_create ("x86emul-shadow", room, &d->shadow_fd);
  if (*errnum != 0)
    return false;
  /* Where the address space is short, less memory has to do.  */
  for (;; d->arena_size /= 2)
    {
      *errnum = os_shared_map (d->shadow_fd, 0, d->arena_size,
                               OS_PROT_READ | OS_PROT_WRITE, NULL, &p);
      if (*errnum == 0)
        break;
      if (d->arena_size < ARENA_MIN)
        return false;
    }
  d->kept = calloc (X86EMUL_KEPT_BLOCKS, sizeof (*d->kept));
  if (d->kept == NULL)
    {
      *errnum = ENOMEM;
      return false;
    }
  d->shadow = p;
  d->shadow_size = d->arena_size;
  x86emul_note_create (d, room);
  return true;
}

void
x86emul_check_destroy (struct x86emul_device *d)
{
  if (d->shadow != NULL)
    os_unmap (d->shadow, d->shadow_size);
  d->shadow = NULL;
  x86emul_note_destroy (d);
  free (d->kept);
  d->kept = NULL;
  d->kept_first = d->kept_count = d->taken = 0;
  d->kept_bytes = 0;
  atomic_store (&d->plain_images, 0);
  atomic_store (&d->checked_images, 0);
}

unsigned char *
x86emul_check_shadow (struct x86emul_device *d, uint64_t address, uint64_t size)
{
  uint64_t offset = address - d->arena_start;
  if (d->shadow == NULL)
    return NULL;
  if (offset >= d->arena_size || size > d->arena_size - offset)
    offset = x86emul_transport_place (d, address, size);
  return offset == X86EMUL_NO_OFFSET ? NULL : d->shadow + offset;
}

/* With check_lock.  */
static void
give_back_oldest (struct x86emul_device *d)
{
  uint64_t offset = d->kept[d->kept_first];
  uint64_t size = x86emul_arena_large (d->arena, offset);
  d->kept_first = (d->kept_first + 1) % X86EMUL_KEPT_BLOCKS;
  d->kept_count--;
  d->kept_bytes -= size;
  x86emul_arena_free (d->arena, offset);
}

uint64_t
x86emul_check_alloc (struct x86emul_device *d, uint64_t size)
{
  uint64_t offset = x86emul_arena_alloc_pages (d->arena, size);
  gomp_mutex_lock (&d->check_lock);
  while (offset == X86EMUL_NO_OFFSET && d->kept_count > 0)
    {
      give_back_oldest (d);
      offset = x86emul_arena_alloc_pages (d->arena, size);
    }
  gomp_mutex_unlock (&d->check_lock);
  if (offset != X86EMUL_NO_OFFSET)
    memset (d->shadow + offset, 0, x86emul_arena_large (d->arena, offset));
  return offset;
}

bool
x86emul_check_free (struct x86emul_device *d, uint64_t offset)
{
  uint64_t size = x86emul_arena_large (d->arena, offset);
  gomp_mutex_lock (&d->check_lock);
  bool ok = size != 0;
  for (unsigned i = 0; i < d->kept_count && ok; i++)
    ok = d->kept[(d->kept_first + i) % X86EMUL_KEPT_BLOCKS] != offset;
  if (ok)
    {
      memset (d->shadow + offset, GOMP_CHECK_FREED, size);
      while (d->kept_count == X86EMUL_KEPT_BLOCKS
             || (d->kept_count > 0
                 && (d->kept_bytes + size > X86EMUL_KEPT_BYTES
                     || d->kept_bytes + size > d->arena_size / 4)))
        give_back_oldest (d);
      d->kept[(d->kept_first + d->kept_count++) % X86EMUL_KEPT_BLOCKS] = offset;
      d->kept_bytes += size;
    }
  gomp_mutex_unlock (&d->check_lock);
  return ok;
}

static bool
is_report (const struct x86emul_report *r)
{
  return r->ready == 1 && r->kind != 0 && r->kind < GOMP_CHECK_KINDS
         && r->is_write <= 1 && r->slot >= -1 && r->slot < X86EMUL_SLOTS
         && memchr (r->place, '\0', sizeof (r->place)) != NULL;
}

/* False: no device wrote that.  */
static bool
copy_report (struct x86emul_device *d, const struct x86emul_report *from,
             struct gomp_check_report *to)
{
  struct x86emul_report r;
  /* Once: a region may write it meanwhile.  */
  memcpy (&r, from, sizeof (r));
  if (!is_report (&r))
    return false;
  to->kind = r.kind;
  to->is_write = r.is_write;
  to->address = r.address;
  to->start = r.start;
  to->size = r.size;
  to->function = (const void *)(uintptr_t)x86emul_device_region (d, r.slot);
  memcpy (to->place, r.place, sizeof (to->place));
  return true;
}

/* Report I, if there is one.  */
static const struct x86emul_report *
report_at (struct x86emul_device *d, unsigned i)
{
  if (i >= X86EMUL_REPORTS)
    return NULL;
  const struct x86emul_report *r = &d->control->check.reports[i];
  /* Acquire: pairs with the release in the device's report.  */
  return atomic_load_explicit (&r->ready, memory_order_acquire) != 0 ? r : NULL;
}

bool
x86emul_check_sound (struct x86emul_device *d, unsigned note)
{
  const struct x86emul_report *r;
  bool sound = true;
  gomp_mutex_lock (&d->check_lock);
  for (unsigned i = d->taken; sound && (r = report_at (d, i)) != NULL; i++)
    sound = is_report (r);
  gomp_mutex_unlock (&d->check_lock);
  if (!sound)
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_REPORTS);
  return sound && x86emul_note_sound (d, note);
}

bool
x86emul_check_next (struct x86emul_device *d, struct gomp_check_report *report)
{
  _Static_assert(GOMP_CHECK_PLACE_MAX == X86EMUL_PLACE_MAX, "one size");
  bool found = false;
  gomp_mutex_lock (&d->check_lock);
  if (d->control != NULL && d->shadow != NULL)
    {
      const struct x86emul_report *r = report_at (d, d->taken);
      found = r != NULL;
      if (found && !copy_report (d, r, report))
        {
          x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_REPORTS);
          d->taken = X86EMUL_REPORTS;
          found = false;
        }
      if (found)
        d->taken++;
    }
  gomp_mutex_unlock (&d->check_lock);
  return found;
}
