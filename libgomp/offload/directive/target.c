/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The target construct (OpenMP 5.1 section 2.14.5).

   Runs in the encountering thread, or in the thread that runs the target task.
   Owns nothing; no lock is held while the region runs.  If all data is
   present, and the others are scalars, a construct calls the plugin once, to
   run the region.  */

#include "offload/directive/target.h"

#include <string.h>

#include "base/mem.h"
#include "offload/construct/construct.h"
#include "offload/directive/remote.h"
#include "offload/directive/stray.h"
#include "offload/directive/target_internal.h"
#include "offload/observe.h"

/* The host runs the region instead of DEVICE, which is possible unless the
   program forbids it.  */
static COLD enum gomp_device_choice
refuse (struct gomp_device *device, const struct gomp_region *region,
        bool missing)
{
  if (gomp_device_refused (device) == GOMP_CHOICE_HOST)
    {
      if (gomp_observe_offload ())
        gomp_observe_refused (device, (const void *)region->fn,
                              missing ? "no device code"
                                      : "declined by the plugin");
      return missing && gomp_stray_is_on (device, region) ? GOMP_CHOICE_STRAY
                                                          : GOMP_CHOICE_HOST;
    }
  gomp_error_set (GOMP_ERR_IMAGE,
                  "OMP_TARGET_OFFLOAD is set to MANDATORY, but device cannot "
                  "be used for offloading");
  if (missing)
    {
      gomp_stray_note (device, region);
      gomp_image_explain_missing (device, (const void *)region->fn,
                                  GOMP_OPENMP);
    }
  else
    gomp_error_note ("%s declines the region", device->plugin->name);
  return GOMP_CHOICE_ERROR;
}

/* No device was chosen for REGION.  */
static inline enum gomp_device_choice
without_device (const struct gomp_region *region,
                enum gomp_device_choice choice)
{
  bool by_default = region->device == GOMP_DEVICE_ICV
                    || region->device == GOMP_DEVICE_DEFAULT;
  return by_default && choice == GOMP_CHOICE_HOST
                 && unlikely (gomp_device_known () > 0)
                 && gomp_stray_is_anywhere (region)
             ? GOMP_CHOICE_STRAY
             : choice;
}

/* DEVICE is what REGION's construct is for.  */
static SPECIALIZED enum gomp_device_choice
find_function (struct gomp_device *device, const struct gomp_region *region,
               struct gomp_target_launch *launch)
{
  launch->device = device;
  launch->function = device->plugin->capabilities & GOMP_CAP_NATIVE_EXEC
                         ? (void *)region->fn
                         : gomp_functions_find (&device->functions,
                                                (const void *)region->fn);
  if (unlikely (launch->function == NULL))
    return refuse (device, region, true);
  if (device->plugin->can_run != NULL
      && !device->plugin->can_run (launch->function))
    return refuse (device, region, false);
  return GOMP_CHOICE_DEVICE;
}

enum gomp_device_choice
gomp_target_find (const struct gomp_region *region,
                  struct gomp_target_launch *launch)
{
  struct gomp_device *device;
  enum gomp_device_choice choice = gomp_device_choose (region->device, &device);
  return likely (choice == GOMP_CHOICE_DEVICE)
             ? find_function (device, region, launch)
             : without_device (region, choice);
}

enum gomp_device_choice
gomp_target_find_observed (const struct gomp_region *region,
                           struct gomp_target_launch *launch)
{
  struct gomp_device *device;
  enum gomp_device_choice choice
      = gomp_device_choose_observed (region->device, &device);
  return choice == GOMP_CHOICE_DEVICE ? find_function (device, region, launch)
                                      : without_device (region, choice);
}

static inline void
run_by_plugin (const struct gomp_target_launch *launch,
               const struct gomp_region *region, void *variables)
{
  launch->device->plugin->run (launch->device->ordinal, launch->function,
                               variables, region->args);
}

static COLD void
run_observed (const struct gomp_target_launch *launch,
              const struct gomp_region *region, void *variables)
{
  struct gomp_observed_launch observed
      = { .what = { .device = launch->device,
                    .fn = (const void *)region->fn,
                    .args = region->args } };
  gomp_observe_launch (&observed, NULL);
  run_by_plugin (launch, region, variables);
  gomp_observe_launch_end (&observed, NULL);
}

static SPECIALIZED void
run (const struct gomp_target_launch *launch, const struct gomp_region *region,
     void *variables, const bool observed)
{
  if (observed)
    run_observed (launch, region, variables);
  else
    run_by_plugin (launch, region, variables);
}

/* Host memory is the device's: only firstprivate data is copied.  */
static SPECIALIZED enum gomp_status
run_shared (const struct gomp_target_launch *launch,
            const struct gomp_region *region, const bool observed)
{
  void *copies;
  enum gomp_status status
      = gomp_fallback_private_copies (&region->list, &copies);
  if (status != GOMP_OK)
    return status;
  run (launch, region, region->list.hosts, observed);
  gomp_free (copies);
  return GOMP_OK;
}

/* Run it and copy back by one call.  */
static NOINLINE enum gomp_status
run_and_fetch (const struct gomp_target_launch *launch,
               const struct gomp_region *region, struct gomp_construct *c)
{
  struct gomp_construct_pieces p;
  void *variables = (void *)c->block->address;
  if (gomp_construct_take_back (c, &p))
    return gomp_device_run_pieces (launch->device, launch->function, variables,
                                   region->args, p.piece, p.count);
  run (launch, region, variables, false);
  return GOMP_OK;
}

static SPECIALIZED enum gomp_status
run_mapped (const struct gomp_target_launch *launch,
            const struct gomp_region *region, const bool observed)
{
  struct gomp_device *device = launch->device;
  struct gomp_construct c;
  enum gomp_status status = gomp_construct_init (
      &c, device, "target", (const void *)region->fn, region->list.count);
  c.runs_next = true;
  if (status == GOMP_OK)
    status = (observed ? gomp_construct_begin_observed : gomp_construct_begin) (
        &c, &region->list, 0, region->list.count, true);
  if (status != GOMP_OK)
    return status;
  if (!observed && c.is_deferred && device->plugin->run_pieces != NULL)
    status = run_and_fetch (launch, region, &c);
  else
    run (launch, region, (void *)c.block->address, observed);
  if (status == GOMP_OK)
    status = (observed ? gomp_construct_end_observed : gomp_construct_end) (&c);
  gomp_construct_fini (&c);
  return status;
}

static SPECIALIZED enum gomp_status
run_on_device (const struct gomp_target_launch *launch,
               const struct gomp_region *region, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  if (region->list.count == 0)
    run (launch, region, NULL, observed);
  else if (unlikely (gomp_device_is_unusual (launch->device)))
    status = gomp_device_shares_memory (launch->device)
                 ? run_shared (launch, region, observed)
                 : gomp_remote_run (launch, region, observed);
  else
    status = run_mapped (launch, region, observed);
  return status;
}

static inline enum gomp_device_choice
choice_of (enum gomp_status status)
{
  return status == GOMP_OK          ? GOMP_CHOICE_DEVICE
         : status == GOMP_ELSEWHERE ? GOMP_CHOICE_HOST
                                    : GOMP_CHOICE_ERROR;
}

enum gomp_device_choice
gomp_target_run (const struct gomp_region *region)
{
  struct gomp_target_launch launch;
  enum gomp_device_choice choice = gomp_target_find (region, &launch);
  if (unlikely (choice != GOMP_CHOICE_DEVICE))
    return choice;
  enum gomp_status status = run_on_device (&launch, region, false);
  return likely (status == GOMP_OK) ? GOMP_CHOICE_DEVICE : choice_of (status);
}

enum gomp_device_choice
gomp_target_run_observed (const struct gomp_region *region)
{
  struct gomp_target_launch launch;
  enum gomp_device_choice choice = gomp_target_find_observed (region, &launch);
  if (choice != GOMP_CHOICE_DEVICE)
    return choice;
  struct gomp_observed_construct c
      = { .what = { GOMP_KIND_TARGET, launch.device, (const void *)region->fn,
                    region->device, &region->list } };
  gomp_observe_construct (&c);
  enum gomp_status status = run_on_device (&launch, region, true);
  gomp_observe_construct_end (&c);
  return choice_of (status);
}

static inline bool
is_async (struct gomp_device *device, const struct gomp_region *region)
{
  return device->plugin->async_run != NULL
         && gomp_functions_find (&device->functions, (const void *)region->fn)
                != NULL;
}

/* The same for a remote device, which has no async_run.  */
static COLD bool
is_async_remote (struct gomp_device *device, const struct gomp_region *region)
{
  return device->plugin->async_run_pieces != NULL
         && gomp_functions_find (&device->functions, (const void *)region->fn)
                != NULL;
}

enum gomp_device_choice
gomp_target_choose_async (const struct gomp_region *region)
{
  struct gomp_device *device;
  enum gomp_device_choice choice = gomp_device_choose (region->device, &device);
  if (likely (choice == GOMP_CHOICE_DEVICE))
    return is_async (device, region)          ? GOMP_CHOICE_DEVICE
           : is_async_remote (device, region) ? GOMP_CHOICE_REMOTE
                                              : GOMP_CHOICE_HOST;
  return choice == GOMP_CHOICE_OBSERVED
                 && gomp_device_choose_observed (region->device, &device)
                        == GOMP_CHOICE_DEVICE
                 && (is_async (device, region)
                     || is_async_remote (device, region))
             ? GOMP_CHOICE_OBSERVED
             : GOMP_CHOICE_HOST;
}

bool
gomp_target_may_copy_ahead (int number)
{
  struct gomp_device *device;
  enum gomp_device_choice choice = gomp_device_choose (number, &device);
  /* It will be found once more.  */
  if (unlikely (choice == GOMP_CHOICE_ERROR))
    gomp_error_clear ();
  return choice == GOMP_CHOICE_DEVICE
         && device->plugin->async_copy_after != NULL;
}

bool
gomp_target_device_is_async (int number)
{
  struct gomp_device *device;
  enum gomp_device_choice choice = gomp_device_choose (number, &device);
  if (unlikely (choice == GOMP_CHOICE_OBSERVED))
    choice = gomp_device_choose_observed (number, &device);
  return choice == GOMP_CHOICE_DEVICE
         && (device->plugin->async_run != NULL
             || device->plugin->async_run_pieces != NULL);
}
