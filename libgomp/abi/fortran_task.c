/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Fortran entry point of detached tasks; the event is passed by value.  */

#include "abi/fortran.h"

void
omp_fulfill_event_ (intptr_t event)
{
  omp_fulfill_event ((omp_event_handle_t)event);
}
