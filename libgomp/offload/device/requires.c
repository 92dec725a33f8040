/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Requirements on devices.

   Owns the mask of the program, which the first image that has one sets and
   all others must agree with; constructors of images and openers of devices
   call, any thread.  */

#include "offload/device/requires.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "icv/icv.h"
#include "offload/device/plugin_load.h"
#include "requires_mask.h"

#define ALL (OFFGOMP_REQUIRES_MEMORY | OFFGOMP_REQUIRES_REVERSE_OFFLOAD)

static struct requires_state
{
  atomic_uint mask; /* 0: no image has set it yet */
} requires_state;

const char *
gomp_requires_text (unsigned mask, char *buf)
{
  static const struct
  {
    unsigned bit;
    const char *clause;
  } clauses[]
      = { { OFFGOMP_REQUIRES_UNIFIED_ADDRESS, "unified_address" },
          { OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY, "unified_shared_memory" },
          { OFFGOMP_REQUIRES_SELF_MAPS, "self_maps" },
          { OFFGOMP_REQUIRES_REVERSE_OFFLOAD, "reverse_offload" } };
  size_t length = 0;
  buf[0] = '\0';
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (clauses); i++)
    if (mask & clauses[i].bit)
      length += (size_t)snprintf (buf + length, GOMP_REQUIRES_TEXT_MAX - length,
                                  "%s%s", length > 0 ? ", " : "",
                                  clauses[i].clause);
  return buf;
}

static enum gomp_status
refuse (unsigned one, unsigned other)
{
  char text[GOMP_REQUIRES_TEXT_MAX], other_text[GOMP_REQUIRES_TEXT_MAX];
  if (one == OFFGOMP_REQUIRES_TARGET_USED
      || other == OFFGOMP_REQUIRES_TARGET_USED)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "OpenMP 'requires' directive with '%s' specified "
                           "only in some compilation units",
                           gomp_requires_text (one | other, text));
  return gomp_error_set (GOMP_ERR_IMAGE,
                         "OpenMP 'requires' directive with non-identical "
                         "clauses in multiple compilation units: '%s' vs. "
                         "'%s'",
                         gomp_requires_text (one, text),
                         gomp_requires_text (other, other_text));
}

enum gomp_status
gomp_requires_add (unsigned mask)
{
  unsigned seen = 0;
  /* Relaxed: the mask guards nothing else.  */
  if (mask == 0
      || atomic_compare_exchange_strong_explicit (&requires_state.mask, &seen,
                                                  mask, memory_order_relaxed,
                                                  memory_order_relaxed)
      || seen == mask)
    return GOMP_OK;
  return refuse (seen, mask);
}

bool
gomp_requires_gives_memory (const struct gomp_plugin *plugin)
{
  return (plugin->capabilities & GOMP_CAP_SHARED_MEM) != 0
         || (plugin->lends_memory != NULL && plugin->lends_memory ());
}

unsigned
gomp_requires_lacking (const struct gomp_plugin *plugin)
{
  unsigned given
      = gomp_requires_gives_memory (plugin) ? OFFGOMP_REQUIRES_MEMORY : 0;
  if (plugin->reverse_functions != NULL)
    given |= OFFGOMP_REQUIRES_REVERSE_OFFLOAD;
  return atomic_load_explicit (&requires_state.mask, memory_order_relaxed) & ALL
         & ~given;
}

bool
gomp_requires_shares (int wish)
{
  if (wish >= 0)
    return wish != 0;
  return (atomic_load_explicit (&requires_state.mask, memory_order_relaxed)
          & OFFGOMP_REQUIRES_MEMORY)
         != 0;
}

bool
gomp_requires_lends (void)
{
  return gomp_icv_global.offload_check != 0
         && gomp_requires_shares (gomp_icv_global.offload_shared);
}

bool
gomp_requires_reverse (unsigned mask)
{
  return (mask & OFFGOMP_REQUIRES_REVERSE_OFFLOAD) != 0;
}
