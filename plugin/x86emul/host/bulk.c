/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Large copies to device memory; see bulk.h.

   Owns the records of the arena's pages and the turns.  Any thread, no lock: a
   thread claims a turn with a compare-and-swap.  If all turns are taken, or the
   device has not yet seen the last message, the thread copies without the
   device.  The device's work affects only the time.  Memory that was touched
   once keeps its pages, even after it is freed.  */

#include "host/bulk.h"

#include <errno.h>
#include <string.h>

#include "host/device.h"
#include "host/transport.h"
#include "os/memory.h"
#include "plugin.h"

/* The copy, and its progress.  */
struct copy
{
  struct x86emul_device *d;
  uint64_t offset;          /* in the arena */
  uint64_t size;            /* bytes */
  const char *from;         /* the program's */
  uint64_t count;           /* chunks */
  uint32_t number;          /* of the copy */
  struct x86emul_bulk *own; /* the word that assigns chunks */
};

/* The system cannot populate pages in advance, or a filter of system calls
   forbids it.  */
static atomic_bool refused;

void
x86emul_bulk_create (struct x86emul_bulks *bulks, uint64_t size)
{
  void *p;
  memset (bulks, 0, sizeof (*bulks));
  uint64_t bytes = (x86emul_bulk_count (0, size) + 63) / 64 * sizeof (uint64_t);
  if (os_sparse_map (bytes, &p) != 0)
    return;
  bulks->touched = p;
  bulks->touched_size = bytes;
}

void
x86emul_bulk_destroy (struct x86emul_bulks *bulks)
{
  if (bulks->touched != NULL)
    os_unmap (bulks->touched, bulks->touched_size);
  bulks->touched = NULL;
}

/* ---- Which whole chunks this process has touched.  All accesses are relaxed:
   if two threads do not see each other's bits, both only ask for the same
   pages.  */

static inline bool
is_touched (const struct copy *c, uint64_t i)
{
  uint64_t chunk = c->offset / X86EMUL_BULK_CHUNK + i;
  return atomic_load_explicit (&c->d->bulks.touched[chunk / 64],
                               memory_order_relaxed)
             >> chunk % 64
         & 1;
}

static void
set_touched (const struct copy *c, const struct x86emul_range *part)
{
  uint64_t chunk = part->start / X86EMUL_BULK_CHUNK;
  if (part->size == X86EMUL_BULK_CHUNK)
    atomic_fetch_or_explicit (&c->d->bulks.touched[chunk / 64],
                              UINT64_C (1) << chunk % 64, memory_order_relaxed);
}

/* How many bytes lie in untouched chunks.  Below GOMP_BULK_MIN if the same
   range was copied before.  */
static uint64_t
count_untouched (const struct copy *c)
{
  _Static_assert(2 * X86EMUL_BULK_CHUNK <= GOMP_BULK_MIN, "the chunks' size");
  uint64_t n = 0;
  for (uint64_t i = 0; i < c->count; i++)
    if (!is_touched (c, i))
      n += x86emul_bulk_part (c->offset, c->size, i).size;
  return n;
}

/* ---- Copies.  */

static void
copy_part (const struct copy *c, uint64_t i, bool first)
{
  struct x86emul_range part = x86emul_bulk_part (c->offset, c->size, i);
  char *to = c->d->memory.view + part.start;
  if (!is_touched (c, i))
    {
      int r = atomic_load_explicit (&refused, memory_order_relaxed)
                  ? 0
                  : os_populate (to, part.size, first);
      if (r == EINVAL || r == ENOSYS || r == EPERM)
        atomic_store_explicit (&refused, true, memory_order_relaxed);
    }
  memcpy (to, c->from + (part.start - c->offset), part.size);
  set_touched (c, &part);
}

/* Copy from the front on, until the device has claimed the rest.  Copy the rest
   from the end back, as the device does.  */
static void
copy_all (const struct copy *c)
{
  uint64_t front = 0;
  while (front < c->count && x86emul_bulk_claim (c->own, c->number, c->count))
    copy_part (c, front++, true);
  for (uint64_t i = c->count; i > front; i--)
    copy_part (c, i - 1, false);
}

/* ---- The device's part.  */

static bool
wants_huge (void)
{
  static atomic_uint known; /* 0: not yet, 1: no, 2: yes */
  unsigned k = atomic_load_explicit (&known, memory_order_relaxed);
  if (k == 0)
    {
      k = os_shared_is_huge () ? 2 : 1;
      atomic_store_explicit (&known, k, memory_order_relaxed);
    }
  return k == 2;
}

/* Claim a turn for C and return its index; X86EMUL_BULKS: there is none.  */
static unsigned
take_turn (struct copy *c)
{
  for (unsigned i = 0; i < X86EMUL_BULKS; i++)
    {
      struct x86emul_bulk_turn *turn = &c->d->bulks.turn[i];
      struct x86emul_bulk *b = &c->d->channel.control->bulks[i];
      unsigned idle = 0;
      /* Acquire: pairs with the release in x86emul_bulk_copy.  */
      if (!atomic_compare_exchange_strong_explicit (&turn->busy, &idle, 1,
                                                    memory_order_acquire,
                                                    memory_order_relaxed))
        continue;
      /* Relaxed: pairs with the store in the device's x86emul_populate.  */
      if (atomic_load_explicit (&b->seen, memory_order_relaxed) == turn->number)
        {
          c->own = b;
          c->number = ++turn->number;
          return i;
        }
      atomic_store_explicit (&turn->busy, 0, memory_order_release);
    }
  return X86EMUL_BULKS;
}

/* Ask the device to help with C.  The word of claims is ready before the device
   can read the message.  A message that is not sent counts as seen.  */
static void
ask_device (struct copy *c, unsigned turn, bool huge)
{
  uint64_t inside = c->offset % X86EMUL_PAGE_SIZE;
  const struct x86emul_populate what = { .offset = c->offset - inside,
                                         .size = c->size + inside,
                                         .bulk = turn,
                                         .number = c->number,
                                         .huge = huge };
  struct x86emul_outgoing message
      = { .type = X86EMUL_POPULATE, .part = { { &what, sizeof (what) } } };
  atomic_store_explicit (&c->own->claimed, (uint64_t)c->number << 32,
                         memory_order_relaxed);
  if (!x86emul_transport_send (c->d, &message))
    atomic_store_explicit (&c->own->seen, c->number, memory_order_relaxed);
}

void
x86emul_bulk_copy (struct x86emul_device *d, uint64_t offset, const void *from,
                   uint64_t size)
{
  struct x86emul_bulk alone = { .claimed = 0 };
  struct copy c = { .d = d,
                    .offset = offset,
                    .size = size,
                    .from = from,
                    .count = x86emul_bulk_count (offset, size),
                    .own = &alone };
  if (d->bulks.touched == NULL || count_untouched (&c) < GOMP_BULK_MIN
      || atomic_load_explicit (&refused, memory_order_relaxed))
    {
      memcpy (d->memory.view + offset, from, size);
      return;
    }
  bool huge = wants_huge ();
  if (huge)
    os_want_huge (d->memory.view + offset, size);
  unsigned turn = take_turn (&c);
  if (turn < X86EMUL_BULKS)
    ask_device (&c, turn, huge);
  copy_all (&c);
  if (turn < X86EMUL_BULKS)
    atomic_store_explicit (&d->bulks.turn[turn].busy, 0, memory_order_release);
}
