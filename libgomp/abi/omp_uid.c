/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Unique identifiers of devices (OpenMP 6.0 section 24.7).  A Fortran function
   whose result is a string of deferred length gets the addresses of the string
   and of its length first.  */

#include "offload/device/uid.h"

#include <string.h>

#include "abi/fortran.h"
#include "offload/device/device.h"

const char *
omp_get_uid_from_device (int device)
{
  return gomp_uid_of (device);
}

int
omp_get_device_from_uid (const char *uid)
{
  return uid != NULL ? gomp_uid_find (uid, strlen (uid)) : GOMP_DEVICE_INVALID;
}

void
omp_get_uid_from_device_ (const char **result, size_t *length, int32_t device)
{
  gomp_fortran_string (gomp_uid_of (device), result, length);
}

void
omp_get_uid_from_device_8_ (const char **result, size_t *length, int64_t device)
{
  gomp_fortran_string (gomp_uid_of (gomp_fortran_int (device)), result, length);
}

int32_t
omp_get_device_from_uid_ (const char *uid, size_t length)
{
  while (length > 0 && uid[length - 1] == ' ')
    length--;
  return gomp_uid_find (uid, length);
}
