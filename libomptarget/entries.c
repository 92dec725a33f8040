/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reads the host's entries, in both layouts; owns nothing.

   A table has one layout throughout.  A newer entry begins with a word of
   zeros, an older one with an address, unless it states requirements.  */

#include "image.h"

struct new_entry
{
  uint64_t zero;
  uint16_t version; /* 1 */
  uint16_t kind;    /* 1: OpenMP */
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size;
  uint64_t data;
  void *other;
};

#define ENTRY_VERSION 1
#define OPENMP 1

static size_t
size_of (const struct descriptor *d)
{
  return (size_t)((const char *)d->entries_end
                  - (const char *)d->entries_start);
}

static bool
is_new (const struct descriptor *d)
{
  const struct new_entry *e = d->entries_start;
  size_t count = size_of (d) / sizeof (*e);
  bool all = count > 0 && size_of (d) % sizeof (*e) == 0;
  for (size_t i = 0; i < count && all; i++)
    all = e[i].zero == 0 && e[i].version == ENTRY_VERSION;
  return all;
}

size_t
omptarget_entry_count (const struct descriptor *d)
{
  if (is_new (d))
    return size_of (d) / sizeof (struct new_entry);
  if (size_of (d) % sizeof (struct old_entry) != 0)
    {
      const struct new_entry *e = d->entries_start;
      omptarget_fatal ("the program's table of target regions has entries of "
                       "version %u, which is not known",
                       (unsigned)e->version);
    }
  return size_of (d) / sizeof (struct old_entry);
}

bool
omptarget_entry (const struct descriptor *d, size_t i, struct entry *entry)
{
  if (is_new (d))
    {
      const struct new_entry *e
          = (const struct new_entry *)d->entries_start + i;
      *entry = (struct entry){ .address = e->address,
                               .name = e->name,
                               .size = e->size,
                               .flags = e->flags,
                               .data = e->data };
      return e->kind == OPENMP;
    }
  const struct old_entry *e = (const struct old_entry *)d->entries_start + i;
  *entry = (struct entry){ .address = e->address,
                           .name = e->name,
                           .size = e->size,
                           .flags = (uint32_t)e->flags,
                           .data = (uint64_t)e->data };
  return true;
}
