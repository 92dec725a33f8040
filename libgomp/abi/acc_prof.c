/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling interface (OpenACC 2.6 chapter 5).  */

#include "abi/acc.h"
#include "openacc/profiling.h"

void
acc_prof_register (acc_event_t event, acc_prof_callback callback,
                   acc_register_t way)
{
  gomp_acc_prof_register (event, callback, way);
}

void
acc_prof_unregister (acc_event_t event, acc_prof_callback callback,
                     acc_register_t way)
{
  gomp_acc_prof_unregister (event, callback, way);
}

/* There are no further functions.  */
acc_query_fn
acc_prof_lookup (const char *name)
{
  (void)name;
  return NULL;
}

/* Profiling libraries have a function of this name; this one is there so that
   programs link.  */
void
acc_register_library (acc_prof_reg reg, acc_prof_reg unreg,
                      acc_prof_lookup_func lookup)
{
  (void)reg;
  (void)unreg;
  (void)lookup;
  gomp_fatal ("acc_register_library was called, but no profiling library "
              "defines it");
}
