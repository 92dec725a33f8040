/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lasting references of a mapping: those that only the end of the construct
   releases that took them (clang's map-type modifier ompx_hold).

   A mapping with such references has a second count, `lasting', of them; they
   are in its reference count, too.  While there are any, exit data directives
   release nothing: they add the references that they would have released to
   `spent'.  So the reference count does not fall below the number of lasting
   references, whatever the ends of other constructs release, which have
   references of their own.  The end of the last lasting one also releases what
   is spent.  If an end has released a reference that had been spent, there are
   fewer left than `spent' says: it is limited to those that do not last.

   Both counts change with the map's lock.  */

#include "base/invariant.h"
#include "offload/map/map_internal.h"

bool
gomp_map_count_lasting_locked (struct gomp_map *map,
                               struct gomp_mapping *mapping)
{
  struct gomp_mapping_extra *extra
      = gomp_mapping_extra (gomp_mapping_owner (mapping));
  if (extra == NULL)
    return false;
  extra->lasting++;
  /* Relaxed: see gomp_map_has_lasting.  */
  atomic_store_explicit (&map->has_lasting, true, memory_order_relaxed);
  return true;
}

static size_t
references (struct gomp_mapping *mapping)
{
  return (size_t)((load_counts (mapping) & GOMP_COUNTS_INFINITE)
                  / GOMP_COUNTS_REFERENCE);
}

/* The references of MAPPING that do not last, spent or not.  */
static size_t
others (struct gomp_mapping *mapping, struct gomp_mapping_extra *extra)
{
  size_t all = references (mapping);
  gomp_invariant (all >= extra->lasting,
                  "a mapping has %zu references, and %zu that last", all,
                  extra->lasting);
  size_t rest = all - extra->lasting;
  if (extra->spent > rest)
    extra->spent = rest;
  return rest;
}

static bool
end_lasting (struct gomp_mapping *mapping, struct gomp_mapping_extra *extra)
{
  bool died = false;
  size_t gone = 1;
  others (mapping, extra);
  if (--extra->lasting == 0)
    {
      gone += extra->spent;
      extra->spent = 0;
    }
  while (gone-- > 0 && !died)
    died = gomp_map_unreference (mapping, false);
  return died;
}

bool
gomp_map_exit_locked (struct gomp_mapping *mapping, enum gomp_map_exit what)
{
  mapping = gomp_mapping_owner (mapping);
  struct gomp_mapping_extra *extra = gomp_mapping_extra_if_any (mapping);
  if (gomp_mapping_is_dead (mapping)
      || gomp_counts_are_infinite (load_counts (mapping)))
    return false;
  if (extra == NULL || extra->lasting == 0)
    return what != GOMP_MAP_EXIT_LASTING
           && gomp_map_unreference (mapping, what == GOMP_MAP_EXIT_ALL);
  if (what == GOMP_MAP_EXIT_LASTING)
    return end_lasting (mapping, extra);
  size_t rest = others (mapping, extra);
  if (what == GOMP_MAP_EXIT_ALL)
    extra->spent = rest;
  else if (extra->spent < rest)
    extra->spent++;
  return false;
}
