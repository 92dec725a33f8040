/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The table of devices, and whether they may be used; see device.h.

   Threads that go on using a device while another one ends the program are
   stopped where they notice.  A device that was lost stays so for the process.
   In the child of a fork CUDA does not work; the condition of each device says
   so there.  With GCC's libgomp a child forked while another thread copies,
   allocates or frees hangs at its exit, in that library: it calls these hooks
   with a lock, which stays held in the child.  */

#include "device.h"

#include <pthread.h>
struct nvptx_device *nvptx_devices;
int nvptx_device_count;
atomic_uint nvptx_generation;

static bool is_forked;
static atomic_bool is_ending;
static pthread_t finalizer; /* if it is */

static void
after_fork_child (void)
{
  is_forked = true;
  for (int i = 0; i < nvptx_device_count; i++)
    {
      atomic_store (&nvptx_devices[i].condition, NVPTX_DOWN);
      /* A thread's end gives back its stream, here, too.  */
      gomp_mutex_fork (&nvptx_devices[i].streams.lock, GOMP_FORK_CHILD);
    }
  os_origin_renew ();
}

/* Also in a child that the handler was not called in.  */
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
  struct gomp_wait_word never = { 0 };
  if (atomic_load (&d->condition) != NVPTX_UP && atomic_load (&is_ending)
      && !pthread_equal (pthread_self (), finalizer))
    for (;;)
      gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, -1);
}

enum gomp_status
nvptx_device_refuse (struct nvptx_device *d)
{
  if (nvptx_device_was_forked ())
    {
      gomp_error_set (GOMP_ERR_NODEV,
                      "device %d (nvptx, %s) cannot be used in this process: "
                      "it was forked after devices had been counted, and CUDA "
                      "does not work on in the child",
                      d->ordinal, d->name);
      gomp_error_hint ("fork before the first use of a device, or call exec in "
                       "the child");
      return GOMP_ERR_NODEV;
    }
  return gomp_error_set (GOMP_ERR_NODEV, "device %d (nvptx, %s) is finalized",
                         d->ordinal, d->name);
}
