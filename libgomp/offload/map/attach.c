/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lists of attached pointers; see attach.h.  Programs attach in ascending
   order of address mostly, which appends.  */

#include "offload/map/attach.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"

size_t
gomp_attachments_find (const struct gomp_attachments *a, uintptr_t host)
{
  size_t low = 0, high = a->count;
  if (high > 0 && a->list[high - 1].host < host)
    return high;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (a->list[middle].host < host)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static bool
grow (struct gomp_attachments *a)
{
  size_t capacity = a->capacity == 0 ? 8 : 2 * a->capacity;
  struct gomp_attachment *list = gomp_alloc (capacity * sizeof (*list));
  if (list == NULL)
    return false;
  if (a->count > 0)
    memcpy (list, a->list, a->count * sizeof (*list));
  gomp_free (a->list);
  a->list = list;
  a->capacity = capacity;
  return true;
}

struct gomp_attachment *
gomp_attachments_add (struct gomp_attachments **where, uintptr_t host)
{
  struct gomp_attachments *a = *where;
  if (a == NULL)
    a = *where = gomp_alloc_zeroed (sizeof (*a));
  if (a == NULL)
    return NULL;
  size_t i = gomp_attachments_find (a, host);
  if (i < a->count && a->list[i].host == host)
    {
      a->list[i].count++;
      return &a->list[i];
    }
  if (a->count == a->capacity && !grow (a))
    return NULL;
  memmove (&a->list[i + 1], &a->list[i], (a->count - i) * sizeof (a->list[0]));
  a->list[i] = (struct gomp_attachment){ .host = host,
                                         .value = GOMP_ATTACHMENT_NONE,
                                         .count = 1 };
  a->count++;
  return &a->list[i];
}

/* That of the pointer at HOST, or NULL.  */
static struct gomp_attachment *
find_exactly (struct gomp_attachments *a, uintptr_t host)
{
  size_t i = a == NULL ? 0 : gomp_attachments_find (a, host);
  return a == NULL || i == a->count || a->list[i].host != host ? NULL
                                                               : &a->list[i];
}

bool
gomp_attachments_have (struct gomp_attachments *a, uintptr_t host)
{
  struct gomp_attachment *found = find_exactly (a, host);
  return found != NULL && (found->count != 0 || found->stays);
}

bool
gomp_attachments_release (struct gomp_attachments *a, uintptr_t host, bool all)
{
  struct gomp_attachment *found = find_exactly (a, host);
  if (found == NULL || found->count == 0)
    return false;
  gomp_invariant (found == a->list || found[-1].host < host,
                  "attached pointers are out of order at %#lx",
                  (unsigned long)host);
  found->count = all ? 0 : found->count - 1;
  return true;
}

bool
gomp_attachments_settle (struct gomp_attachments *a, uintptr_t host,
                         bool (*is_mapped) (uintptr_t pointee, void *arg),
                         void *arg)
{
  struct gomp_attachment *found = find_exactly (a, host);
  if (found == NULL || found->count > 0
      || (found->stays && is_mapped (found->pointee, arg)))
    return false;
  size_t behind = (size_t)(&a->list[a->count] - (found + 1));
  memmove (found, found + 1, behind * sizeof (*found));
  a->count--;
  return true;
}

void
gomp_attachments_free (struct gomp_attachments *a)
{
  if (a == NULL)
    return;
  gomp_free (a->list);
  gomp_free (a);
}
