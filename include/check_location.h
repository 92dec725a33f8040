/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Locations in the source, as calls of the mapping checker name them.
   mkoffload/gcc-plugin/check.cc writes them; the library and the device process
   read them.

   "FILE:LINE<tab>EXPRESSION"; in a function of a system header that was not
   inlined, with OFFGOMP_LOCATION_SYSTEM before it.  It then stands for the
   location that last called the function.  */

#ifndef INCLUDE_CHECK_LOCATION_H
#define INCLUDE_CHECK_LOCATION_H

#include <stddef.h>

/* What an atomic operation does, as an argument of the checker's calls.  */
enum offgomp_check_atomic
{
  OFFGOMP_ATOMIC_READS = 1,
  OFFGOMP_ATOMIC_WRITES = 2,
  OFFGOMP_ATOMIC_GETS = 4 /* the program gets what was there */
};

/* What happens in a simd loop, as an argument of the checker's call.  */
enum offgomp_check_simd
{
  OFFGOMP_SIMD_BEGIN,
  OFFGOMP_SIMD_NEXT, /* another iteration begins */
  OFFGOMP_SIMD_END,
  OFFGOMP_SIMD_ORDERED, /* a region of ordered simd begins, ends */
  OFFGOMP_SIMD_ORDERED_END
};

#define OFFGOMP_LOCATION_SYSTEM '\1'

/* LOCATION, or USER's location if LOCATION stands for that; NULL if not known.
 */
static inline const char *
offgomp_location_meant (const char *location, const char *user)
{
  if (*location != OFFGOMP_LOCATION_SYSTEM)
    return location;
  return user != NULL ? user : location + 1;
}

#endif
