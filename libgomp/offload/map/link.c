/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Link variables (OpenMP 5.1 section 2.14.7).

   Instead of a copy of such a variable, a device has a pointer, which points to
   the mapped parts: the whole variable, or sections that do not touch each
   other.  With several sections, it points to the one that was mapped last, so
   that functions of the device reach what the innermost construct mapped.

   Owns the variables: a second tree of host ranges in addition to the map's, as
   long as an image has them, independent of mappings.  The map's mutex protects
   it.  A mapping that overlaps a variable is LINKED from its insertion on.

   The device's pointer changes under the device's `attaching' mutex, and is set
   according to the map at that time.  A thread first changes the mappings and
   then sets the pointer, so the last thread to set it is right for all.  */

#include "offload/map/link.h"

#include "base/mem.h"

struct gomp_link
{
  struct gomp_tree_range range; /* the variable on the host */
  uintptr_t device;             /* its pointer */
  char *view;                   /* that seen from the host, or NULL */
  unsigned images;              /* that have it */
};

static struct gomp_tree *
links_of (struct gomp_map *map)
{
  return atomic_load_explicit (&map->links, memory_order_relaxed);
}

struct gomp_link *
gomp_link_find_locked (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_tree *links = links_of (map);
  struct gomp_tree_range *range
      = links == NULL || start >= end
            ? NULL
            : gomp_tree_find_locked (links, start, end);
  return range == NULL ? NULL : container_of (range, struct gomp_link, range);
}

/* ---- Images come and go.  */

static struct gomp_tree *
make_tree (struct gomp_map *map)
{
  struct gomp_tree *links = gomp_alloc (sizeof (*links));
  if (links == NULL || !gomp_tree_init (links))
    {
      gomp_free (links);
      return NULL;
    }
  /* Release: pairs with the acquire in gomp_link_is_any.  */
  atomic_store_explicit (&map->links, links, memory_order_release);
  return links;
}

bool
gomp_link_add_locked (struct gomp_map *map, uintptr_t start, uintptr_t end,
                      uintptr_t device, char *view)
{
  struct gomp_link *link = gomp_link_find_locked (map, start, end);
  if (link != NULL)
    {
      bool same = gomp_tree_start (&link->range) == start
                  && gomp_tree_end (&link->range) == end;
      link->images += same;
      return same;
    }
  struct gomp_tree *links = links_of (map);
  if (links == NULL)
    links = make_tree (map);
  link = links == NULL ? NULL : gomp_alloc (sizeof (*link));
  if (link == NULL)
    return false;
  atomic_init (&link->range.start, start);
  atomic_init (&link->range.end, end);
  link->device = device;
  link->view = view;
  link->images = 1;
  if (gomp_tree_insert (links, &link->range))
    return true;
  gomp_free (link);
  return false;
}

bool
gomp_link_remove_locked (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  struct gomp_link *link = gomp_link_find_locked (map, start, end);
  if (link == NULL || --link->images != 0)
    return false;
  gomp_tree_remove (links_of (map), &link->range);
  gomp_free (link);
  return true;
}

void
gomp_links_fini (struct gomp_map *map)
{
  struct gomp_tree *links = links_of (map);
  if (links == NULL)
    return;
  struct gomp_link *link;
  while ((link = gomp_link_find_locked (map, 0, UINTPTR_MAX)) != NULL)
    {
      gomp_tree_remove (links, &link->range);
      gomp_free (link);
    }
  gomp_tree_fini (links);
  gomp_free (links);
}

/* ---- The device's pointer.  */

static bool
is_usable (struct gomp_mapping *mapping)
{
  return !gomp_mapping_is_dead (gomp_mapping_owner (mapping))
         && (gomp_mapping_marks (mapping) & GOMP_READY_ALLOCATED);
}

/* The device address that LINK would have if all of it were mapped; 0 if
   nothing of it is.  With the map's lock.  */
static uintptr_t
find_storage (struct gomp_map *map, struct gomp_link *link)
{
  struct gomp_mapping *mapping, *newest = NULL;
  uintptr_t start = gomp_tree_start (&link->range), at = start;
  uintptr_t end = gomp_tree_end (&link->range);
  while (at < end && (mapping = gomp_map_find_locked (map, at, end)) != NULL)
    {
      if (is_usable (mapping)
          && (newest == NULL || mapping->turn > newest->turn))
        newest = mapping;
      at = gomp_mapping_end (mapping);
    }
  return newest == NULL ? 0 : gomp_mapping_device (newest, start);
}

bool
gomp_link_next (struct gomp_map *map, uintptr_t *start, uintptr_t end,
                struct gomp_link_pointer *pointer)
{
  gomp_map_lock (map);
  struct gomp_link *link = gomp_link_find_locked (map, *start, end);
  if (link != NULL)
    {
      pointer->device = link->device;
      pointer->view = link->view;
      pointer->value = find_storage (map, link);
      *start = gomp_tree_end (&link->range);
    }
  gomp_map_unlock (map);
  return link != NULL;
}
