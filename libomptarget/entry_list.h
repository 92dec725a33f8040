/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map entries of a construct, with what its mappers add.  */

#ifndef LIBOMPTARGET_ENTRY_LIST_H
#define LIBOMPTARGET_ENTRY_LIST_H

#include "libomptarget.h"

#define ENTRIES_INLINE 24

struct map_entry
{
  char *base;
  char *begin;
  size_t size;
  uint64_t type;   /* enum map_type; of a mapper's entries, without
                      TARGET_PARAM */
  uint32_t origin; /* the construct's own entry, from 0 */
  bool is_whole;   /* the next entries are parts of this one */
  bool is_member;  /* it is a part of an earlier one */
};

struct entry_list
{
  struct map_entry *entries;
  size_t count;
  size_t room;
  bool is_many; /* ENTRIES is malloced */
  struct map_entry few[ENTRIES_INLINE];
};

/* Fill L from what the compiler passes, and call the mappers.  */
HIDDEN void omptarget_entries_read (struct entry_list *l,
                                    const struct map_arrays *from);
HIDDEN void omptarget_entries_free (struct entry_list *l);

#endif
