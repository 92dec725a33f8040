/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Iterators in map and motion clauses (OpenMP 5.1 section 2.14.1): the compiler
   passes one entry, which becomes one entry for each element.  The first
   element replaces the entry, which has the slot of the argument block; the
   others follow all entries.  Owns no data.  */

#include "abi/gomp_iterators.h"

#include <string.h>

#include "base/mem.h"
#include "base/sizes.h"
#include "offload/device/image.h"

/* The data at an entry's host address: a number of words, then pairs of an
   address and a size.  */
static size_t
element_count (const void *host)
{
  const size_t *words = host;
  return words[0];
}

/* A program without any image may be of any version.  */
bool
gomp_iterators_are_meant (void)
{
  return gomp_image_is_registered (GOMP_IMAGE_INTERFACE_ITERATORS)
         || !gomp_image_is_registered (GOMP_IMAGE_INTERFACE_NUMBERED);
}

static size_t
count_extra (const struct gomp_clause_list *list)
{
  size_t extra = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->sizes[i] == GOMP_ITERATOR_SIZE
        && element_count (list->hosts[i]) > 1)
      extra = gomp_size_sum (extra, element_count (list->hosts[i]) - 1);
  return extra;
}

/* The position for the next entries of the new list.  */
struct entries
{
  void **hosts;
  size_t *sizes;
  unsigned short *kinds;
  size_t end; /* index of the next one after the list */
};

/* Store the elements of entry I of LIST in the new list.  */
static void
put_elements (struct entries *to, const struct gomp_clause_list *list, size_t i)
{
  const uintptr_t *words = list->hosts[i];
  size_t count = words[0];
  to->hosts[i] = NULL;
  to->sizes[i] = 0;
  for (size_t k = 0; k < count; k++)
    {
      size_t at = k == 0 ? i : to->end++;
      to->hosts[at] = (void *)words[1 + 2 * k];
      to->sizes[at] = words[2 + 2 * k];
      to->kinds[at] = list->kinds[i];
    }
}

struct gomp_clause_list
gomp_iterators_expand (const struct gomp_clause_list *list)
{
  size_t extra = count_extra (list), count = gomp_size_sum (list->count, extra);
  struct entries to = { .end = list->count };
  to.hosts = gomp_xalloc (gomp_size_product (
      count, sizeof (void *) + sizeof (size_t) + sizeof (unsigned short)));
  to.sizes = (size_t *)(to.hosts + count);
  to.kinds = (unsigned short *)(to.sizes + count);
  memcpy (to.hosts, list->hosts, list->count * sizeof (*to.hosts));
  memcpy (to.sizes, list->sizes, list->count * sizeof (*to.sizes));
  memcpy (to.kinds, list->kinds, list->count * sizeof (*to.kinds));
  for (size_t i = 0; i < list->count; i++)
    if (list->sizes[i] == GOMP_ITERATOR_SIZE)
      put_elements (&to, list, i);
  return (struct gomp_clause_list){ .count = count,
                                    .extra = extra,
                                    .hosts = to.hosts,
                                    .sizes = to.sizes,
                                    .kinds = to.kinds };
}
