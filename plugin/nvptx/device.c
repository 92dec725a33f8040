/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of devices, and whether they may be used; see device.h.

   If a thread still uses a device while another thread ends the program, its
   first call that fails for this reason never returns.  A device that was lost
   stays lost until the process ends.

   CUDA does not work in a forked child, so there each device is marked as down.
   GCC's libgomp calls these hooks with a lock held.  If a thread copies,
   allocates or frees while another one forks, the lock stays held in the child,
   which then hangs in that library when it exits.  */

#include "device.h"

#include <pthread.h>

struct nvptx_device *nvptx_devices;
int nvptx_device_count;
atomic_uint nvptx_generation;

static bool is_forked;
static atomic_bool is_ending;
static pthread_t finalizer; /* the thread that does, if is_ending */

static void
after_fork_child (void)
{
  is_forked = true;
  for (int i = 0; i < nvptx_device_count; i++)
    {
      atomic_store (&nvptx_devices[i].condition, NVPTX_DOWN);
      /* A thread that ends in the child gives its stream back, for which it
         needs this lock.  */
      gomp_mutex_fork (&nvptx_devices[i].streams.lock, GOMP_FORK_CHILD);
    }
  os_origin_renew ();
}

/* _Fork and clone do not call the handler in the child: then this does its
   work.  */
bool
nvptx_device_was_forked (void)
{
  if (os_origin_lost ())
    after_fork_child ();
  return is_forked;
}

void
nvptx_devices_enter (struct nvptx_device *devices, int count)
{
  nvptx_devices = devices;
  nvptx_device_count = count;
  os_origin_watch ();
  pthread_atfork (NULL, NULL, after_fork_child);
}

void
nvptx_device_ending (bool ending)
{
  if (ending)
    finalizer = pthread_self ();
  /* Pairs with nvptx_device_await_end.  */
  if (ending || pthread_equal (pthread_self (), finalizer))
    atomic_store (&is_ending, ending);
}

void
nvptx_device_await_end (struct nvptx_device *d)
{
  if (atomic_load (&d->condition) != NVPTX_UP && atomic_load (&is_ending)
      && !pthread_equal (pthread_self (), finalizer))
    gomp_wait_for_end ();
}

enum gomp_status
nvptx_device_refuse (struct nvptx_device *d)
{
  if (nvptx_device_was_forked ())
    {
      gomp_error_set (GOMP_ERR_NODEV,
                      "device %d (nvptx, %s) cannot be used in this process: "
                      "it was forked after devices had been counted, and CUDA "
                      "does not work in the child",
                      d->ordinal, d->name);
      gomp_error_hint ("fork before the first use of a device, or call exec in "
                       "the child");
      return GOMP_ERR_NODEV;
    }
  return gomp_error_set (GOMP_ERR_NODEV, "device %d (nvptx, %s) is finalized",
                         d->ordinal, d->name);
}
