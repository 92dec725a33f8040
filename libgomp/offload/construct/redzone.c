/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The report about a red zone that a region has overwritten.

   Runs in the thread that ends the region's construct, which holds the
   mapping.  No lock is held.  */

#include "offload/construct/redzone.h"
#include "offload/observe.h"

/* The first and the last changed byte of a red zone of SIZE bytes.  */
static void
find_changes (const char *view, size_t size, size_t *first, size_t *last)
{
  const char intact = (char)GOMP_REDZONE_BYTE;
  *first = 0;
  *last = size - 1;
  while (*first < *last && view[*first] == intact)
    ++*first;
  while (*last > *first && view[*last] == intact)
    --*last;
}

enum gomp_status
gomp_redzone_report (struct gomp_construct *c, struct gomp_mapping *mapping,
                     const char *view, size_t size)
{
  char region[GOMP_REGION_NAME_MAX], device[GOMP_DEVICE_NAME_MAX];
  uintptr_t start = gomp_mapping_start (mapping);
  uintptr_t end = gomp_mapping_end (mapping);
  bool before = view < mapping->view;
  if (gomp_observe_offload () && gomp_observe_overrun (c->device, mapping))
    return GOMP_OK;
  size_t first, last;
  find_changes (view, size, &first, &last);
  gomp_error_set (GOMP_ERR_MAP,
                  "device memory outside of what is mapped was overwritten: "
                  "bytes %lu to %lu %s of [%p..%p), %lu bytes",
                  (unsigned long)(before ? size - last : first),
                  (unsigned long)(before ? size - first : last),
                  before ? "before the start" : "after the end", (void *)start,
                  (void *)end, (unsigned long)(end - start));
  gomp_error_note ("host address %p",
                   (void *)(before ? start - size + first : end + first));
  if (c->fn != NULL)
    gomp_error_note ("seen at the end of %s %s on %s",
                     gomp_construct_region (c),
                     gomp_region_name (c->device, c->fn, region),
                     gomp_device_describe (c->device, device));
  else
    gomp_error_note ("seen at the end of %s on %s",
                     gomp_construct_directive (c),
                     gomp_device_describe (c->device, device));
  gomp_error_hint (
      "check the bounds of the mapped section against the region's "
      "stores");
  return GOMP_ERR_MAP;
}
