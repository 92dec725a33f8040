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

/* gomp_routine_find_owner if the table has no open device NUMBER, or if there
   is a listener.  */
HIDDEN enum gomp_memory_owner
gomp_routine_find_otherwise (int number, struct gomp_device **device,
                             bool observed) NOINLINE;

/* The owner of the memory of device NUMBER; *DEVICE: the device, if it is the
   owner.  GOMP_MEMORY_OBSERVED: there is a listener, but the caller is not
   OBSERVED.  */
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

/* The routine was called AT; NULL: as gomp_observe_here says.  */
static inline void
gomp_routine_set_here (const void *at)
{
  if (at != NULL)
    gomp_observe_set_here (at);
}

#endif
