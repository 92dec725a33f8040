/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of devices; see device.h.

   Every thread first checks a device's condition.  After a fork the child's
   devices are marked, since their processes belong to the parent.  The atfork
   handler marks them, or the first use after a fork that did not call the
   handler.  */

#include "host/device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct x86emul_device *x86emul_devices;
unsigned x86emul_device_count;

/* If the handler was not called in a child, several threads that need a device
   may do this at the same time.  */
static void
mark_forked (void)
{
  for (unsigned i = 0; i < x86emul_device_count; i++)
    {
      struct x86emul_device *d = &x86emul_devices[i];
      if (atomic_load (&d->condition) != X86EMUL_DOWN
          && atomic_exchange (&d->condition, X86EMUL_FORKED) != X86EMUL_FORKED)
        {
          os_held_close (&d->channel.stream);
          os_held_close (&d->monitor.event);
        }
    }
  os_origin_renew ();
}

unsigned
x86emul_device_condition (struct x86emul_device *d)
{
  if (os_origin_lost ())
    mark_forked ();
  return atomic_load (&d->condition);
}

enum gomp_status
x86emul_devices_create (const struct x86emul_options *options)
{
  size_t size = options->devices * sizeof (struct x86emul_device);
  void *p = NULL;
  if (posix_memalign (&p, _Alignof(struct x86emul_device), size) != 0)
    return gomp_error_set (GOMP_ERR_NOMEM,
                           "out of memory for %u emulated devices",
                           options->devices);
  memset (p, 0, size);
  x86emul_devices = p;
  for (unsigned i = 0; i < options->devices; i++)
    {
      x86emul_devices[i].ordinal = (int)i;
      x86emul_devices[i].number = (int)i;
      x86emul_devices[i].program_devices = (int)options->devices;
      x86emul_devices[i].options = options;
    }
  x86emul_device_count = options->devices;
  os_origin_watch ();
  pthread_atfork (NULL, NULL, mark_forked);
  return GOMP_OK;
}

void
x86emul_device_await_end (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in x86emul_lifecycle_stop.  */
  if (atomic_load_explicit (&d->stopping, memory_order_acquire)
      && !pthread_equal (pthread_self (), (pthread_t)d->stopper))
    gomp_wait_for_end ();
}
