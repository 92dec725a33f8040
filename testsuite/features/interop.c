/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct: no device offers a foreign runtime.  { since 15 } */
#include <omp.h>

int
main (void)
{
  omp_interop_t object = (omp_interop_t)8;
  int x = 1;
#pragma omp target map(tofrom : x)
  x++;
#pragma omp interop init(targetsync : object)
  if (object != omp_interop_none)
    {
      /* One offers it: then what it says of itself is consistent.  */
      omp_interop_rc_t code;
      omp_get_interop_int (object, omp_ipr_device_num, &code);
      if (code != omp_irc_success)
        return 1;
    }
  else if (omp_get_num_interop_properties (object) > 0)
    return 2;
#pragma omp interop use(object) depend(inout : x) nowait
#pragma omp taskwait
#pragma omp interop destroy(object)
  return object != omp_interop_none;
}
