/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_pause_resource and omp_pause_resource_all (OpenMP 5.1 section 3.6) and
   the Fortran entry points about devices.  */

#include "abi/fortran.h"
#include "ompt/ompt.h"
#include "team/team.h"

int
omp_pause_resource_all (omp_pause_resource_t kind)
{
  if (!gomp_team_pause (gomp_self ()))
    return -1;
  if (kind == omp_pause_stop_tool)
    gomp_ompt_finish ();
  return 0;
}

/* A device holds nothing that could be given back; pausing one succeeds.  */
int
omp_pause_resource (omp_pause_resource_t kind, int device)
{
  int devices = omp_get_num_devices ();
  if (device == omp_initial_device || device == devices)
    return omp_pause_resource_all (kind);
  return device >= 0 && device < devices ? 0 : -1;
}

int32_t
omp_pause_resource_ (const int32_t *kind, const int32_t *device)
{
  return omp_pause_resource ((omp_pause_resource_t)*kind, *device);
}

#define DEVICE_FUNCTION(name)                                                  \
  int32_t omp_##name##_ (void) { return (int32_t)omp_##name (); }
#include "abi/fortran.def"
