/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's part of keeping addresses apart; see address_window.h.  Owns the
   address space that it reserves.  Called when a device starts or stops, by one
   thread for each device.  */

#include "host/address_window.h"

#include <stdlib.h>
#include <string.h>

#include "base/tsan.h"
#include "os/memory.h"

/* Programs, libraries and stacks lie outside of [FIRST, LAST) on x86-64.  A
   device with the legacy layout maps upwards from a third of the address space
   plus a random offset of up to 2^40.  It would never reach a window below
   that.  AddressSanitizer of GCC 13 and later maps the 2^42 bytes of its
   allocator there first.  */
#define FIRST 0x300000000000ull
#define LAST 0x500000000000ull
/* The size of everything that a device maps besides its memory, with the unused
   pages around that.  */
#define ROOM (1ull << 37)
/* The host's stack may grow into this much below it, unless its limit says
   more.  */
#define STACK_ROOM (1ull << 28)

/* ThreadSanitizer allows memory in few ranges, which differ from version to
   version; the system's choice is always in one of them.  The program's heap
   has the same addresses in host and device then.  */
static bool
is_unsuited (void)
{
  return os_address_space_limited () || gomp_tsan_is_there ();
}

static uint64_t
power_of_two (uint64_t v)
{
  uint64_t p = 1ull << 38;
  while (p < v)
    p <<= 1;
  return p;
}

/* Divide [FIRST, LAST) into slots of SIZE bytes, counted from the low or the
   HIGH end.  Reserve slot NUMBER, or else the next free one; return its start,
   or 0: none is free.  If there is not room for all devices, some share.  */
static uint64_t
reserve_slot (unsigned number, uint64_t size, bool high)
{
  unsigned slots = (unsigned)((LAST - FIRST) / size);
  for (unsigned i = 0; i < slots; i++)
    {
      unsigned slot = (number + i) % slots;
      uint64_t start = high ? LAST - (slot + 1) * size : FIRST + slot * size;
      if (os_reserve (start, size) == 0)
        return start;
    }
  return 0;
}

void
x86emul_address_window_open (struct x86emul_address_window *window,
                             unsigned number, uint64_t arena)
{
  memset (window, 0, sizeof (*window));
  if (is_unsuited ())
    return;
  uint64_t size = power_of_two (arena + ROOM);
  window->start = reserve_slot (number, size, false);
  if (window->start != 0)
    window->size = size;
}

void *
x86emul_address_window_view (unsigned number, uint64_t arena)
{
  if (is_unsuited ())
    return NULL;
  uint64_t size = power_of_two (arena);
  uint64_t start = reserve_slot (number, size, true);
  if (start != 0 && size > arena)
    os_unmap ((void *)(uintptr_t)(start + arena), size - arena);
  return (void *)(uintptr_t)start;
}

/* The range into which the host's stack may grow.  */
static bool
find_stack (const struct os_mapping *m, void *data)
{
  struct x86emul_range *stack = data;
  if (strcmp (m->name, "[stack]") != 0)
    return true;
  uint64_t room = os_stack_limit ();
  if (room < STACK_ROOM || room == UINT64_MAX)
    room = STACK_ROOM;
  stack->start = m->end > room ? m->end - room : 0;
  stack->size = m->end - stack->start;
  return false;
}

static bool
overlaps (const struct x86emul_range *a, const struct x86emul_range *b)
{
  return a->start < b->start + b->size && b->start < a->start + a->size;
}

static void
release_ranges (struct x86emul_address_window *window)
{
  for (unsigned i = 0; i < window->range_count; i++)
    os_unmap ((void *)(uintptr_t)window->ranges[i].start,
              window->ranges[i].size);
  free (window->ranges);
  window->ranges = NULL;
  window->range_count = 0;
}

bool
x86emul_address_window_exclude (struct x86emul_address_window *window,
                                const struct x86emul_range *ranges,
                                unsigned count)
{
  struct x86emul_range stack = { 0, 0 };
  os_each_mapping (0, find_stack, &stack);
  window->ranges = malloc ((count + 1) * sizeof (*ranges));
  if (window->ranges == NULL)
    return false;
  for (unsigned i = 0; i < count; i++)
    {
      if (overlaps (&ranges[i], &stack)
          || os_reserve (ranges[i].start, ranges[i].size) != 0)
        {
          release_ranges (window);
          return false;
        }
      window->ranges[window->range_count++] = ranges[i];
    }
  return true;
}

void
x86emul_address_window_close (struct x86emul_address_window *window)
{
  release_ranges (window);
  if (window->size != 0)
    os_unmap ((void *)(uintptr_t)window->start, window->size);
  window->size = 0;
}
