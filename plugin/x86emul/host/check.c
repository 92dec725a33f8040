/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin's part of the mapping checker; see check.h.

   The states are shared memory that the device also maps.  A device's
   checker.lock protects the number of reports taken.  In this mode each block
   has separate pages (kept.c).  */

#include "host/check.h"

#include <errno.h>
#include <string.h>

#include "host/access_log.h"
#include "host/device.h"
#include "host/failure.h"
#include "os/channel.h"
#include "os/memory.h"

/* A block is freed.  */
static void
mark_freed (void *device, uint64_t offset, uint64_t size)
{
  struct x86emul_device *d = device;
  memset (d->checker.shadow + offset, GOMP_CHECK_FREED, size);
}

bool
x86emul_check_create (struct x86emul_device *d, int *errnum)
{
  void *p;
  uint64_t room = d->memory.size;
  *errnum = os_shared_create ("x86emul-shadow", room, &d->checker.shadow_fd);
  if (*errnum != 0)
    return false;
  /* If the address space is limited, use less memory.  */
  for (;; d->memory.size /= 2)
    {
      *errnum = os_shared_map (d->checker.shadow_fd, 0, d->memory.size,
                               OS_PROT_READ | OS_PROT_WRITE, NULL, &p);
      if (*errnum == 0)
        break;
      if (d->memory.size < X86EMUL_ARENA_MIN)
        return false;
    }
  d->checker.kept.arena = d->memory.arena;
  d->checker.kept.freed = mark_freed;
  d->checker.kept.data = d;
  if (!x86emul_kept_create (&d->checker.kept))
    {
      *errnum = ENOMEM;
      return false;
    }
  d->checker.shadow = p;
  d->checker.shadow_size = d->memory.size;
  x86emul_access_log_create (d, room);
  return true;
}

void
x86emul_check_destroy (struct x86emul_device *d)
{
  if (d->checker.shadow != NULL)
    os_unmap (d->checker.shadow, d->checker.shadow_size);
  d->checker.shadow = NULL;
  x86emul_access_log_destroy (d);
  x86emul_kept_destroy (&d->checker.kept);
  d->checker.reports_taken = d->checker.sanitizer_reports_taken = 0;
  atomic_store (&d->images.plain, 0);
  atomic_store (&d->images.checked, 0);
}

/* The states of [ADDRESS, ADDRESS + SIZE); NULL if it is not all device
   memory.  */
static unsigned char *
states_of (struct x86emul_device *d, uint64_t address, uint64_t size)
{
  if (d->checker.shadow == NULL)
    return NULL;
  uint64_t offset = x86emul_memory_offset (d, address, size);
  return offset == X86EMUL_NO_OFFSET ? NULL : d->checker.shadow + offset;
}

bool
x86emul_check_look (struct x86emul_device *d, uint64_t address, uint64_t size,
                    struct gomp_check_view *view)
{
  view->states = states_of (d, address, size);
  view->bytes = x86emul_memory_view (d, address, size);
  return view->states != NULL && view->bytes != NULL;
}

bool
x86emul_check_change (struct x86emul_device *d, uint64_t address, uint64_t size,
                      const struct gomp_check_change *change)
{
  unsigned char *states = states_of (d, address, size);
  unsigned char *bytes
      = change->poisons ? x86emul_memory_view (d, address, size) : NULL;
  if (states == NULL || (change->poisons && bytes == NULL))
    return false;
  if (change->poisons)
    gomp_check_write_poison (bytes, address, size);
  gomp_check_change_states (change, states, size);
  return true;
}

uint64_t
x86emul_check_alloc (struct x86emul_device *d, uint64_t size)
{
  uint64_t room;
  uint64_t offset = x86emul_kept_alloc (&d->checker.kept, size, &room);
  if (offset != X86EMUL_NO_OFFSET)
    memset (d->checker.shadow + offset, 0, room);
  return offset;
}

bool
x86emul_check_free (struct x86emul_device *d, uint64_t offset)
{
  return x86emul_kept_free (&d->checker.kept, offset, d->memory.size);
}

/* Can R be of the checker, or OF_SANITIZER?  */
static bool
is_report (const struct x86emul_report *r, bool of_sanitizer)
{
  return r->ready == 1 && r->kind < GOMP_CHECK_KINDS
         && (r->kind == 0) == of_sanitizer && r->is_write <= 1 && r->slot >= -1
         && r->slot < X86EMUL_SLOTS
         && memchr (r->location, '\0', sizeof (r->location)) != NULL;
}

/* Copy a report; false: neither the device's checker nor a sanitizer can have
   written it.  */
static bool
copy_report (struct x86emul_device *d, const struct x86emul_report *from,
             bool of_sanitizer, struct gomp_check_report *to)
{
  struct x86emul_report r;
  /* Read it once: a region may write there meanwhile.  */
  memcpy (&r, from, sizeof (r));
  if (!is_report (&r, of_sanitizer))
    return false;
  to->kind = r.kind;
  to->is_write = r.is_write;
  to->address = r.address;
  to->start = r.start;
  to->size = r.size;
  to->function = (const void *)(uintptr_t)x86emul_device_region (d, r.slot);
  memcpy (to->location, r.location, sizeof (to->location));
  return true;
}

/* Report I of REPORTS, if there is one.  */
static const struct x86emul_report *
report_at (const struct x86emul_check *reports, unsigned i)
{
  if (i >= X86EMUL_REPORTS)
    return NULL;
  const struct x86emul_report *r = &reports->reports[i];
  /* Acquire: pairs with the release in the device's report.  */
  return atomic_load_explicit (&r->ready, memory_order_acquire) != 0 ? r : NULL;
}

bool
x86emul_check_is_sound (struct x86emul_device *d, unsigned log)
{
  const struct x86emul_report *r;
  bool sound = true;
  gomp_mutex_lock (&d->checker.lock);
  for (unsigned i = d->checker.reports_taken;
       sound && (r = report_at (&d->channel.control->check, i)) != NULL; i++)
    sound = is_report (r, false);
  gomp_mutex_unlock (&d->checker.lock);
  if (!sound)
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_REPORTS);
  return sound && x86emul_access_log_is_sound (d, log);
}

/* Take the next of REPORTS, of which *TAKEN were taken.  */
static bool
take_report (struct x86emul_device *d, const struct x86emul_check *reports,
             unsigned *taken, struct gomp_check_report *report)
{
  const struct x86emul_report *r = report_at (reports, *taken);
  if (r == NULL)
    return false;
  ++*taken;
  if (copy_report (d, r, reports == &d->channel.control->sanitizers, report))
    return true;
  x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_REPORTS);
  *taken = X86EMUL_REPORTS;
  return false;
}

bool
x86emul_check_take (struct x86emul_device *d, struct gomp_check_report *report)
{
  gomp_mutex_lock (&d->checker.lock);
  bool found = d->channel.control != NULL && d->checker.shadow != NULL
               && take_report (d, &d->channel.control->check,
                               &d->checker.reports_taken, report);
  gomp_mutex_unlock (&d->checker.lock);
  return found;
}

bool
x86emul_check_take_of_sanitizer (struct x86emul_device *d,
                                 struct gomp_check_report *report)
{
  gomp_mutex_lock (&d->checker.lock);
  bool found = d->channel.control != NULL
               && take_report (d, &d->channel.control->sanitizers,
                               &d->checker.sanitizer_reports_taken, report);
  gomp_mutex_unlock (&d->checker.lock);
  return found;
}
