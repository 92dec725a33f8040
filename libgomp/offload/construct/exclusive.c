/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructs whose device is lost: whether their data are theirs alone, and
   their end without a copy.  Owns nothing; called by the thread that ends the
   construct, for remote devices only.  */

#include "offload/construct/construct.h"

/* Did C make MAPPING, and has no other construct taken it?  */
static bool
is_own (const struct gomp_construct *c, struct gomp_mapping *mapping)
{
  struct gomp_mapping *owner = gomp_mapping_owner (mapping);
  for (size_t i = 0; i < c->count; i++)
    {
      const struct gomp_item *item = &c->items[i];
      if ((item->flags & GOMP_ITEM_NEW)
          && gomp_mapping_owner (item->mapping) == owner)
        return gomp_map_is_unshared (owner);
    }
  return false;
}

bool
gomp_construct_is_exclusive (const struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    {
      const struct gomp_item *item = &c->items[i];
      if ((item->mapping != NULL && !is_own (c, item->mapping))
          || (item->attached != NULL && !is_own (c, item->attached)))
        return false;
    }
  return true;
}

bool
gomp_construct_is_unshared (const struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    if ((c->items[i].flags & GOMP_ITEM_NEW)
        && !gomp_map_is_unshared (gomp_mapping_owner (c->items[i].mapping)))
      return false;
  return true;
}

void
gomp_construct_abandon (struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    c->items[i].flags &= ~(uint32_t)(GOMP_ITEM_BACK | GOMP_ITEM_ALWAYS_BACK);
  if (gomp_construct_end (c) != GOMP_OK)
    gomp_error_clear ();
}
