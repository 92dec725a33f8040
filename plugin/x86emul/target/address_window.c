/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Filling the address space; see address_window.h.  Owns the list of initial
   mappings.  Allocates no memory, since that would change the mappings.  */

#include "target/address_window.h"

#include <string.h>

#include "os/memory.h"
#include "os/os.h"

/* Unused address space before and after the arena.  */
#define GUARD (1ull << 30)
#define MAX_RANGES 512
/* The main thread's stack may grow by this.  */
#define STACK_ROOM (16ull << 20)
/* The range that programs can map: from the least address that Linux allows by
   default to the end of 47-bit addresses.  */
#define LOWEST 0x10000ull
#define HIGHEST 0x7ffffffff000ull

static struct x86emul_range mapped[MAX_RANGES];
static unsigned mapped_count;
/* Constant once it is in force; 0 bytes: it is not.  */
static struct x86emul_range in_force;

static bool
add_mapping (const struct os_mapping *m, void *data)
{
  (void)data;
  uint64_t start = m->start;
  if (start >= HIGHEST)
    return true;
  if (strcmp (m->name, "[stack]") == 0)
    start -= STACK_ROOM;
  struct x86emul_range *last
      = mapped_count > 0 ? &mapped[mapped_count - 1] : NULL;
  if (last != NULL && last->start + last->size >= start)
    {
      last->size = m->end - last->start;
      return true;
    }
  if (mapped_count == MAX_RANGES)
    return false;
  mapped[mapped_count++]
      = (struct x86emul_range){ .start = start, .size = m->end - start };
  return true;
}

static bool
fill (uint64_t start, uint64_t end)
{
  return start >= end || os_reserve (start, end - start) == 0;
}

/* Reserve [START, END) except the window.  */
static bool
fill_around (uint64_t start, uint64_t end, const struct x86emul_range *window)
{
  uint64_t low = window->start;
  uint64_t high = window->start + window->size;
  if (end <= low || start >= high)
    return fill (start, end);
  return fill (start, low < start ? start : low) && fill (high, end);
}

bool
x86emul_address_window_shut (uint64_t start, uint64_t size,
                             const struct x86emul_range **ranges,
                             unsigned *count)
{
  struct x86emul_range window = { .start = start, .size = size };
  if (os_each_mapping (0, add_mapping, NULL) != 0 || mapped_count == MAX_RANGES)
    return false;
  uint64_t from = LOWEST;
  bool ok = true;
  for (unsigned i = 0; i < mapped_count && ok; i++)
    {
      ok = fill_around (from, mapped[i].start, &window);
      from = mapped[i].start + mapped[i].size;
    }
  ok = ok && fill_around (from, HIGHEST, &window);
  *ranges = mapped;
  *count = mapped_count;
  if (ok)
    in_force = window;
  return ok;
}

bool
x86emul_address_window_is_host (uint64_t address)
{
  if (in_force.size == 0 || address - in_force.start < in_force.size
      || address < LOWEST)
    return false;
  for (unsigned i = 0; i < mapped_count; i++)
    if (address - mapped[i].start < mapped[i].size)
      return false;
  return true;
}

/* If the window is in force, the arena begins GUARD bytes after the window's
   start; everything else that the device maps comes from the window's high end.
   Without a window the unused space is reserved together with the arena.  */
uint64_t
x86emul_address_window_map (uint64_t window_start, int fd, uint64_t size,
                            void **arena)
{
  uint64_t page = os_page_size ();
  for (; size >= page; size = size / 2 & ~(page - 1))
    {
      void *base = (void *)(uintptr_t)(window_start + GUARD);
      if (window_start == 0 && os_reserve_any (size + 2 * GUARD, &base) != 0)
        continue;
      if (window_start == 0)
        base = (char *)base + GUARD;
      if (os_shared_map (fd, 0, size, 0, base, arena) == 0)
        return size;
    }
  return 0;
}
