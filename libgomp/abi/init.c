/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The library's constructor.  Runs before the code of any library that
   depends on this one, in one thread; reads the environment and does no other
   input or output than messages on wrong values and OMP_DISPLAY_ENV.  */

#include "icv/icv.h"

static void __attribute__ ((constructor)) start_library (void)
{
  gomp_icv_init ();
}
