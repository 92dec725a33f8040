/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by routines.c and routines_copy.c alone.  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_ROUTINES_INTERNAL_H
#define GOMP_OFFLOAD_DIRECTIVE_ROUTINES_INTERNAL_H

#include "offload/device/device.h"
#include "offload/directive/routines.h"

/* The owner of the memory of DEVICE, whose number the program gives.  */
static inline enum gomp_memory_owner
gomp_routine_owner_on (const struct gomp_device *device)
{
  return likely (!gomp_device_shares_memory (device)) ? GOMP_MEMORY_DEVICE
                                                      : GOMP_MEMORY_HOST;
}

/* As gomp_routine_find_owner, for a number that is no open device, or if there
   is a listener.  */
HIDDEN enum gomp_memory_owner
gomp_routine_find_otherwise (int number, struct gomp_device **device,
                             bool observed) NOINLINE;

/* The owner of the memory of device NUMBER.  If it is the device, *DEVICE is
   set.  Not OBSERVED: GOMP_MEMORY_OBSERVED, if there is a listener.  */
static SPECIALIZED enum gomp_memory_owner
gomp_routine_find_owner (int number, struct gomp_device **device,
                         const bool observed)
{
  enum gomp_device_choice choice = gomp_device_choose_memory (number, device);
  if (likely (choice == GOMP_CHOICE_DEVICE))
    return gomp_routine_owner_on (*device);
  if (choice == GOMP_CHOICE_HOST)
    return GOMP_MEMORY_HOST;
  return choice == GOMP_CHOICE_OBSERVED
             ? gomp_routine_find_otherwise (number, device, observed)
             : GOMP_MEMORY_NOWHERE;
}

/* Events name AT as the program's position; NULL: it is known already.  */
static inline void
gomp_routine_set_here (const void *at)
{
  if (at != NULL)
    gomp_observe_set_here (at);
}

#endif
