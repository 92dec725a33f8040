/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Room for new threads; see room.h.

   Owns the reserve: address space that is held while threads are made and
   afterwards, so that they do not use up a limited address space.  It is
   released for the library's own objects if nothing else is left for them; or
   for threads, if then all threads of a region fit.  A region that gets fewer
   threads leaves it to the program.  Any thread.

   There are as many threads as stacks fit: a stack for signal handlers, which
   only serves messages about overflows (overflow.c), must not cost a thread.
   If there is a limit, the address space that a region would take with such
   stacks is first requested from the system, all at once.  */

#include "team/room.h"

#include <stdatomic.h>

#include "base/mem.h"
#include "base/sizes.h"
#include "icv/icv.h"
#include "os/limits.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/stack.h"

#define RESERVE (512 << 10)
/* libc keeps stacks of ended threads for reuse, of at most so many bytes
   together.  */
#define KEPT_STACKS (40ul << 20)

static void *_Atomic reserve;

static void
give_reserve (void)
{
  void *held = atomic_exchange (&reserve, NULL);
  if (held != NULL)
    os_unmap (held, RESERVE);
}

static void
hold_reserve (void)
{
  void *held, *none = NULL;
  if (atomic_load (&reserve) != NULL || os_sparse_map (RESERVE, &held) != 0)
    return;
  if (!atomic_compare_exchange_strong (&reserve, &none, held))
    os_unmap (held, RESERVE);
  gomp_memory_reserve = give_reserve;
}

static bool
is_room (unsigned count, size_t each, size_t more)
{
  void *room;
  size_t size = gomp_size_sum (gomp_size_product (count, each), more);
  if (os_sparse_map (size, &room) != 0)
    return false;
  os_unmap (room, size);
  return true;
}

static int
describe (struct gomp_room *room, size_t worker, size_t *stack)
{
  size_t guard = 0;
  int err = pthread_attr_init (&room->attr);
  if (err != 0)
    return err;
  *stack = gomp_icv_global.stack_size;
  if (*stack != 0)
    pthread_attr_setstacksize (&room->attr, *stack);
  pthread_attr_getstacksize (&room->attr, stack);
  pthread_attr_getguardsize (&room->attr, &guard);
  room->each = gomp_size_sum (*stack, guard + worker);
  return 0;
}

int
gomp_room_begin (struct gomp_room *room, unsigned count, size_t worker)
{
  size_t stack;
  int err = describe (room, worker, &stack);
  if (err != 0)
    return err;
  hold_reserve ();
  size_t handlers = os_signal_stack_size () + os_page_size ();
  room->plenty
      = !os_memory_limited ()
        || is_room (count, gomp_size_sum (room->each, handlers), RESERVE);
  return 0;
}

bool
gomp_room_clear (const struct gomp_room *room, unsigned count)
{
  give_reserve ();
  return is_room (count, room->each, 0);
}

void
gomp_room_end (struct gomp_room *room)
{
  pthread_attr_destroy (&room->attr);
}

unsigned
gomp_room_most (unsigned count, size_t worker)
{
  struct gomp_room room;
  size_t stack;
  if (!os_memory_limited () || describe (&room, worker, &stack) != 0)
    return count;
  gomp_room_end (&room);
  unsigned low = 0, high = count;
  while (low < high)
    {
      unsigned middle = high - (high - low) / 2;
      if (is_room (middle, room.each, 0))
        low = middle;
      else
        high = middle - 1;
    }
  unsigned kept = (unsigned)(KEPT_STACKS / stack);
  return count - low < kept ? count : low + kept;
}
