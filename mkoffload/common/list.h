/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A growing, NULL-terminated list of strings, usually an argument vector.  */

#ifndef MKOFFLOAD_COMMON_LIST_H
#define MKOFFLOAD_COMMON_LIST_H

#include <stddef.h>

struct list
{
  char **item;     /* COUNT strings and a NULL; not owned; NULL if none yet */
  size_t count;    /* strings */
  size_t capacity; /* strings that ITEM has room for, without the NULL */
};

void list_add (struct list *list, const char *string);
void list_add_all (struct list *list, const struct list *other);

#endif
