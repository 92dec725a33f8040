/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starting devices, and their end.

   The first construct or routine that uses a device initialises it, and loads
   its images.  The device's mutex protects both: a plugin's init_device,
   load_image and unload_image are called under it, since only one at a time may
   run.  At exit the devices are finalised.  */

#include <pthread.h>

#include "base/uncancelled.h"
#include "icv/env.h"
#include "offload/device/device_internal.h"
#include "offload/device/refusals.h"
#include "team/breakpoint.h"

/* The thread that ends the program, after a device was finalized.  */
static pthread_t finalizer;

/* The variables that the launch of a region depends on; all others are the
   device's own, if it has an environment.  */
static void
set_icvs (struct gomp_device *device)
{
  if (gomp_device_shares_memory (device))
    gomp_icv_of_device (device->number, &device->icv);
  if (device->plugin->teams_defaults == NULL)
    return;
  device->num_teams = gomp_env_of_device ("OMP_NUM_TEAMS", device->number);
  device->teams_thread_limit
      = gomp_env_of_device ("OMP_TEAMS_THREAD_LIMIT", device->number);
  device->plugin->teams_defaults (device->ordinal, device->num_teams,
                                  device->teams_thread_limit);
}

static enum gomp_status
start_plugin (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  device->lacks = GOMP_LACKS_NOTHING;
  if (!device->plugin->init_device (device->ordinal))
    {
      device->lacks = GOMP_LACKS_START;
      gomp_error_set (GOMP_ERR_NODEV, "device initialization failed: %s",
                      gomp_device_describe (device, name));
      gomp_refusals_add ("%s: initialization failed", name);
      return GOMP_ERR_NODEV;
    }
  set_icvs (device);
  enum gomp_status status = gomp_image_load_all (device);
  if (status != GOMP_OK)
    {
      if (status == GOMP_ERR_NODEV)
        device->lacks = GOMP_LACKS_IMAGE;
      gomp_image_forget_all (device);
      device->plugin->fini_device (device->ordinal);
    }
  return status;
}

/* A failed device can be tried again until the host runs one of its
   constructs.  */
static enum gomp_status
start_device (struct gomp_device *device)
{
  if (!gomp_map_init (&device->map))
    return GOMP_ERR_NOMEM;
  enum gomp_status status = start_plugin (device);
  if (status != GOMP_OK)
    {
      gomp_map_fini (&device->map);
      return status;
    }
  if (gomp_observe_offload ())
    gomp_observe_ready (device);
  /* Release: pairs with the acquire in gomp_device_is_ready.  */
  atomic_store_explicit (&device->state, GOMP_DEVICE_READY,
                         memory_order_release);
  GOMP_BREAKPOINT (device_begin);
  return GOMP_OK;
}

static enum gomp_status
init_device (struct gomp_device *device)
{
  struct gomp_identity start;
  bool observed = gomp_observe_offload ();
  if (observed)
    gomp_observe_start (&start, device);
  enum gomp_status status = start_device (device);
  if (observed)
    gomp_observe_started (&start, device);
  return status;
}

enum gomp_status
gomp_device_refuse_ending (const struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  return gomp_error_set (GOMP_ERR_NODEV,
                         "%s cannot be used: the program is ending because of "
                         "an error",
                         gomp_device_describe (device, name));
}

static enum gomp_status
refuse_state (struct gomp_device *device, int state)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_device_describe (device, name);
  if (state == GOMP_DEVICE_FINALIZED)
    return gomp_error_set (GOMP_ERR_NODEV, "%s is finalized", name);
  if (state == GOMP_DEVICE_FAILED)
    return gomp_error_set (GOMP_ERR_NODEV, "%s cannot be used: %s", name,
                           device->lacks == GOMP_LACKS_IMAGE
                               ? "a device image of the program is not for it"
                               : "its initialization failed");
  gomp_error_set (GOMP_ERR_NODEV,
                  "%s cannot be used in this process: it was forked after the "
                  "device had been initialized",
                  name);
  gomp_error_hint ("fork before the first use of a device, or call exec in the "
                   "child");
  return GOMP_ERR_NODEV;
}

/* While the program ends, its other threads go on and may use finalized
   devices: this is not their error.  */
static void
await_end (void)
{
  if (!pthread_equal (pthread_self (), finalizer))
    gomp_wait_for_end ();
}

static enum gomp_status
open_locked (struct gomp_device *device)
{
  int state = atomic_load (&device->state);
  if (state == GOMP_DEVICE_UNUSED)
    return init_device (device);
  if (state == GOMP_DEVICE_READY)
    return gomp_image_load_all (device);
  return refuse_state (device, state);
}

/* Of a finalized device, a thread that is at its end may have the mutex.  */
struct gomp_device *
gomp_device_open_slowly (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  enum gomp_status status;
  gomp_device_look_for_fork ();
  if (atomic_load (&device->state) == GOMP_DEVICE_FINALIZED)
    status = refuse_state (device, GOMP_DEVICE_FINALIZED);
  else if (!gomp_hook_lock (&device->mutex))
    status = gomp_device_refuse_ending (device);
  else
    {
      status = open_locked (device);
      gomp_hook_unlock (&device->mutex);
    }
  if (atomic_load (&device->state) == GOMP_DEVICE_FINALIZED)
    await_end ();
  return status == GOMP_OK ? device : NULL;
}

struct gomp_device *
gomp_device_open (int number)
{
  return open_device (number);
}

static enum gomp_status
close_ready (struct gomp_device *device)
{
  enum gomp_status status = gomp_image_unload_all (device);
  if (gomp_observe_offload ())
    gomp_observe_ends (device);
  atomic_store (&device->state, GOMP_DEVICE_UNUSED);
  device->was_closed = true;
  atomic_store (&device->image_generation, 0);
  gomp_map_fini (&device->map);
  gomp_free (atomic_exchange (&device->plans, NULL));
  gomp_block_forget_all (device);
  if (!device->plugin->fini_device (device->ordinal) && status == GOMP_OK)
    status = gomp_error_set (GOMP_ERR_DEVICE, "device finalization failed");
  return status;
}

enum gomp_status
gomp_device_close (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  enum gomp_status status = GOMP_OK;
  gomp_device_look_for_fork ();
  if (!gomp_hook_lock (&device->mutex))
    return GOMP_OK;
  if (atomic_load (&device->state) == GOMP_DEVICE_READY)
    status = close_ready (device);
  gomp_hook_unlock (&device->mutex);
  return status;
}

/* The process ends.  Of a device that was ready, its plugin may have kept
   something for the next start.  Another thread that has the mutex may be
   starting it.  */
static void
finalize_closed (struct gomp_device *device)
{
  int expected = GOMP_DEVICE_UNUSED;
  if (device->plugin->will_end == NULL || !gomp_hook_trylock (&device->mutex))
    return;
  if (device->was_closed
      && atomic_compare_exchange_strong (&device->state, &expected,
                                         GOMP_DEVICE_FINALIZED))
    device->plugin->will_end (device->ordinal);
  gomp_hook_unlock (&device->mutex);
}

/* Wait for what the devices have begun to end, after all have begun.  */
static void
await_ends (struct gomp_device *const *devices)
{
  for (int i = 0; i < gomp_device_known (); i++)
    {
      const struct gomp_device *device = devices[i];
      if (device->plugin->await_end != NULL
          && atomic_load (&device->state) == GOMP_DEVICE_FINALIZED)
        device->plugin->await_end (device->ordinal);
    }
}

void
gomp_device_finalize_all (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  gomp_device_look_for_fork ();
  struct gomp_device *const *devices = gomp_device_table ();
  finalizer = pthread_self ();
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = devices[i];
      /* Other threads may still run, so at exit do not wait for a lock.  */
      int expected = GOMP_DEVICE_READY;
      if (!atomic_compare_exchange_strong (&device->state, &expected,
                                           GOMP_DEVICE_FINALIZED))
        {
          finalize_closed (device);
          continue;
        }
      GOMP_BREAKPOINT (device_end);
      if (gomp_observe_offload ())
        gomp_observe_ends (device);
      if (device->plugin->will_end != NULL)
        device->plugin->will_end (device->ordinal);
      if (!device->plugin->fini_device (device->ordinal))
        gomp_error ("device finalization failed");
    }
  await_ends (devices);
}
