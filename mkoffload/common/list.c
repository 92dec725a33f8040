/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Lists of strings; see list.h.  */

#include "list.h"

#include <libiberty/libiberty.h>

void
list_add (struct list *list, const char *string)
{
  if (list->count == list->capacity)
    {
      list->capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
      list->item = XRESIZEVEC (char *, list->item, list->capacity + 1);
    }
  list->item[list->count++] = (char *)string;
  list->item[list->count] = NULL;
}

void
list_add_all (struct list *list, const struct list *other)
{
  for (size_t i = 0; i < other->count; i++)
    list_add (list, other->item[i]);
}
