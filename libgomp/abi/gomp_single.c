/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of single, copyprivate and scope (OpenMP 5.1 sections 2.10.2,
   2.21.6.2 and 2.9).  Any thread of the team.  */

#include "abi/gomp_team.h"
#include "team/observe.h"
#include "team/workshare.h"

bool
GOMP_single_start (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_single_observed (GOMP_CALLER);
  return gomp_workshare_single (self);
}

void *
GOMP_single_copy_start (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return gomp_single_copy_observed (GOMP_CALLER);
  return gomp_workshare_claim (self) ? NULL : gomp_workshare_published (self);
}

void
GOMP_single_copy_end (void *data)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_workshare_publish (self, data);
  else
    gomp_single_publish_observed (data, GOMP_CALLER);
}

void
GOMP_scope_start (uintptr_t *reductions)
{
  struct gomp_thread *self = gomp_self ();
  bool first = gomp_workshare_enter (self);
  gomp_workshare_extras (self, first, reductions, NULL);
  if (first)
    gomp_workshare_ready (self);
}
