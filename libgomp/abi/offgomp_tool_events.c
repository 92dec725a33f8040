/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that code compiled with -DOFFGOMP_TOOL_EVENTS calls; see
   tool_calls.h.  They do nothing unless threads are observed.  Any thread.  */

#include "abi/api.h"
#include "team/observe.h"
#include "tool_calls.h"

EXPORT void __offgomp_work_begin (int construct, unsigned long long count);
EXPORT void __offgomp_work_end (int construct, int has_barrier);
EXPORT void __offgomp_masked_begin (void);
EXPORT void __offgomp_masked_end (void);
EXPORT void __offgomp_flush (void);

void
__offgomp_work_begin (int construct, unsigned long long count)
{
  if (unlikely (gomp_self_fast () == NULL))
    gomp_compiled_begin_observed (construct, count,
                                  __builtin_return_address (0));
}

void
__offgomp_work_end (int construct, int has_barrier)
{
  if (unlikely (gomp_self_fast () == NULL))
    gomp_compiled_end_observed (construct, has_barrier != 0,
                                __builtin_return_address (0));
}

void
__offgomp_masked_begin (void)
{
  if (unlikely (gomp_self_fast () == NULL))
    gomp_masked_observed (ompt_scope_begin, __builtin_return_address (0));
}

void
__offgomp_masked_end (void)
{
  if (unlikely (gomp_self_fast () == NULL))
    gomp_masked_observed (ompt_scope_end, __builtin_return_address (0));
}

void
__offgomp_flush (void)
{
  if (unlikely (gomp_self_fast () == NULL))
    gomp_flush_observed (__builtin_return_address (0));
}
