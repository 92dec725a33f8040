/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Link variables (declare target link) of a device.  See link.c.  */

#ifndef GOMP_OFFLOAD_MAP_LINK_H
#define GOMP_OFFLOAD_MAP_LINK_H

#include "offload/map/map.h"

struct gomp_link;

/* ---- With the lock of the device's map.  */

/* The link variable that overlaps [START, END), or NULL.  */
HIDDEN struct gomp_link *gomp_link_find_locked (struct gomp_map *map,
                                                uintptr_t start, uintptr_t end);
/* An image has the link variable [START, END).  Its pointer is at DEVICE, and
   at VIEW for the host, or VIEW is NULL.  False: no memory, or another link
   variable overlaps it (recorded).  */
HIDDEN bool gomp_link_add_locked (struct gomp_map *map, uintptr_t start,
                                  uintptr_t end, uintptr_t device, char *view);
/* The image is unloaded.  True: no other image has the variable.  */
HIDDEN bool gomp_link_remove_locked (struct gomp_map *map, uintptr_t start,
                                     uintptr_t end);

/* ---- Without the lock.  */

/* Can a device have link variables?  Any thread.  */
static inline bool
gomp_link_is_any (struct gomp_map *map)
{
  /* Acquire: pairs with the release in gomp_link_add_locked.  */
  return unlikely (atomic_load_explicit (&map->links, memory_order_acquire)
                   != NULL);
}
/* The new value of a link variable's pointer.  */
struct gomp_link_pointer
{
  uintptr_t device; /* its device address */
  char *view;       /* seen from the host, or NULL */
  uintptr_t value;  /* 0: nothing of the variable is mapped */
};
/* The pointer of the first link variable in [*START, END); *START is moved
   behind this variable.  False: there is none.  With the device's `attaching'
   mutex (gomp_device_settle_links).  */
HIDDEN bool gomp_link_next (struct gomp_map *map, uintptr_t *start,
                            uintptr_t end, struct gomp_link_pointer *pointer);
/* No thread uses the map any more.  */
HIDDEN void gomp_links_fini (struct gomp_map *map);

#endif
