/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds out where a region runs.  Call where_am_i inside the region, map the
   result back, and print it on the host.  */

#ifndef WHERE_H
#define WHERE_H

#include <omp.h>
#include <stdio.h>
#include <unistd.h>

struct place
{
  int is_host; /* runs on the host */
  int device;  /* number of the device */
  int process; /* of the operating system */
};

static inline struct place
where_am_i (void)
{
  struct place place;
  place.is_host = omp_is_initial_device ();
  place.device = omp_get_device_num ();
  place.process = (int)getpid ();
  return place;
}
#pragma omp declare target(where_am_i)

static inline void
print_place (const char *region, struct place place)
{
  printf ("%-28s ran on ", region);
  if (place.is_host)
    printf ("the host, process %d\n", place.process);
  else
    printf ("device %d, process %d (the host is %d)\n", place.device,
            place.process, (int)getpid ());
}

#endif
