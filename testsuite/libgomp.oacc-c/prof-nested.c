/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that register and unregister while they are called.  */
/* { dg-skip-stock "waits for itself" } */

#include <acc_prof.h>

#include "check.h"

static int starts, ends, others;

static void
other (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)prof;
  (void)event;
  (void)api;
  others++;
}

static void
at_end (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)event;
  (void)api;
  ends++;
  acc_prof_unregister (prof->event_type, at_end, acc_reg);
  acc_prof_unregister (acc_ev_compute_construct_start, other, acc_reg);
}

static void
at_start (acc_prof_info *prof, acc_event_info *event, acc_api_info *api)
{
  (void)event;
  (void)api;
  starts++;
  acc_prof_register (acc_ev_compute_construct_end, at_end, acc_reg);
  acc_prof_register (acc_ev_compute_construct_start, other, acc_reg);
  acc_prof_unregister (prof->event_type, at_start, acc_reg);
}

int
main (void)
{
  int x = 0;
  acc_prof_register (acc_ev_compute_construct_start, at_start, acc_reg);
  for (int i = 0; i < 3; i++)
    {
#pragma acc parallel copy(x)
      x++;
    }
  CHECK (x == 3 && starts == 1 && ends == 1 && others == 0);
  return 0;
}
