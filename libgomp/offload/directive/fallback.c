/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target regions that run on the host (OpenMP 5.1 section 2.14.5: the host is
   the device then).  Runs in the encountering thread, which acts as the initial
   thread of a device meanwhile.  */

#include <string.h>

#include "base/mem.h"
#include "offload/directive/target.h"
#include "offload/observe.h"
#include "team/initial.h"

#define COPY_ALIGN 16

static inline bool
is_private (const struct gomp_clause_list *list, size_t i,
            struct gomp_clause *clause)
{
  *clause = gomp_clause_get (list, i);
  return clause->operation == GOMP_CLAUSE_FIRSTPRIVATE && clause->host != 0;
}

static size_t
align_of (const struct gomp_clause *clause)
{
  size_t align = (size_t)1 << clause->align_log;
  return align < COPY_ALIGN ? COPY_ALIGN : align;
}

static void
copy_privates (const struct gomp_clause_list *list, char *at)
{
  struct gomp_clause clause;
  for (size_t i = 0; i < list->count; i++)
    if (is_private (list, i, &clause))
      {
        size_t align = align_of (&clause);
        at = (char *)(((uintptr_t)at + align - 1) & ~(uintptr_t)(align - 1));
        memcpy (at, list->hosts[i], clause.size);
        list->hosts[i] = at;
        at += clause.size;
      }
}

enum gomp_status
gomp_fallback_private_copies (const struct gomp_clause_list *list,
                              void **copies)
{
  struct gomp_clause clause;
  size_t size = 0;
  for (size_t i = 0; i < list->count; i++)
    if (is_private (list, i, &clause))
      size = gomp_size_sum (size,
                            gomp_size_sum (clause.size, align_of (&clause)));
  *copies = NULL;
  if (size == 0)
    return GOMP_OK;
  *copies = gomp_alloc (size);
  if (*copies == NULL)
    return GOMP_ERR_NOMEM;
  copy_privates (list, *copies);
  return GOMP_OK;
}

/* Value of a target argument for all devices, or -1.  */
static intptr_t
argument (void **args, uintptr_t id)
{
  for (; args != NULL && *args != NULL; args++)
    {
      uintptr_t word = (uintptr_t)*args;
      intptr_t value = (intptr_t)word >> GOMP_TARGET_ARG_VALUE_SHIFT;
      if (word & GOMP_TARGET_ARG_INDIRECT)
        value = (intptr_t) * ++args;
      if ((word & GOMP_TARGET_ARG_TYPE_MASK) == 0
          && (word & GOMP_TARGET_ARG_ID_MASK) == id)
        return value;
    }
  return -1;
}

static inline enum gomp_status
run (const struct gomp_region *region)
{
  void *copies;
  enum gomp_status status
      = gomp_fallback_private_copies (&region->list, &copies);
  if (status != GOMP_OK)
    return status;
  struct gomp_initial_state state;
  gomp_thread_enter_initial (&state);
  int64_t limit = argument (region->args, GOMP_TARGET_ARG_THREAD_LIMIT);
  if (limit > 0)
    gomp_icv_writable (gomp_self ())->thread_limit
        = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
  region->fn (region->list.hosts);
  gomp_thread_leave_initial (&state);
  gomp_free (copies);
  return GOMP_OK;
}

enum gomp_status
gomp_fallback_run (const struct gomp_region *region)
{
  return run (region);
}

enum gomp_status
gomp_fallback_run_observed (const struct gomp_region *region)
{
  struct gomp_identity identity;
  const struct gomp_event_fallback what
      = { .fn = (const void *)region->fn, .number = region->device };
  gomp_observe_fallback (&identity, &what);
  enum gomp_status status = run (region);
  gomp_observe_fallback_end (&identity, &what);
  return status;
}

void
gomp_fallback_announce (const struct gomp_region *region)
{
  struct gomp_identity identity;
  const struct gomp_event_fallback what
      = { .fn = (const void *)region->fn, .number = region->device };
  gomp_observe_fallback (&identity, &what);
  gomp_observe_fallback_end (&identity, &what);
}
