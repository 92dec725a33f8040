/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a loaded image is, from its program headers; see extent.h.  */

#include "extent.h"

#include <link.h>
#include <stddef.h>

struct extent
{
  uint64_t bias; /* added to the file's addresses */
  uint64_t start;
  uint64_t end;
};

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct extent *e = data;
  (void)size;
  if (info->dlpi_addr != e->bias)
    return 0;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uint64_t start = e->bias + p->p_vaddr;
      if (p->p_type != PT_LOAD)
        continue;
      if (start < e->start)
        e->start = start;
      if (start + p->p_memsz > e->end)
        e->end = start + p->p_memsz;
    }
  return 1;
}

bool
x86emul_extent_find (uint64_t bias, uint64_t *start, uint64_t *end)
{
  struct extent e = { .bias = bias, .start = UINT64_MAX };
  bool found = dl_iterate_phdr (look_at_object, &e) != 0;
  *start = e.start;
  *end = e.end;
  return found;
}
