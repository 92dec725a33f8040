/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The single construct, and the data of its copyprivate clause; see
   workshare.h.

   A single without copyprivate needs no descriptor.  Such singles are counted
   separately: each thread counts the singles it has met, and one word of the
   team says how many are claimed.  The thread that raises the word to its own
   count claims that single.  A thread can raise it to the next single only
   after it has met all earlier ones, so each single is claimed when the word
   has reached it.  The word only grows, so a thread that is behind the last
   value it has seen need not read it again.  */

#include "base/invariant.h"
#include "os/os.h"
#include "team/workshare_ring.h"

/* After so many singles without a barrier, they may be a burst (row
   single-nowait).  */
#define BURST_SINGLES 512
/* And a single must take at most the time of so many fetches of the cache line
   (row single-nowait).  */
#define BURST_FETCHES 2

/* How many singles are claimed: in the cache line that a thread needs next, to
   arrive at the single's barrier.  */
static inline _Atomic uint64_t *
claims_of (struct gomp_team *team)
{
  return &team->barrier.root.owner_word;
}

void
gomp_workshare_ring_begin (struct gomp_team *team)
{
  struct gomp_workshare_ring *ring = team->ring;
  ring->region++;
  ring->singles = atomic_load_explicit (claims_of (team), memory_order_relaxed);
}

/* Returns 0 if the caller has claimed single NUMBER; otherwise the value of
   CLAIMS.  Relaxed operations suffice: the word only decides who executes a
   single.  */
static inline uint64_t
claim (_Atomic uint64_t *claims, uint64_t number)
{
  /* Mostly right, and a load first would fetch the line twice.  */
  uint64_t claimed = number - 1;
  while (claimed < number)
    if (atomic_compare_exchange_weak_explicit (claims, &claimed, number,
                                               memory_order_relaxed,
                                               memory_order_relaxed))
      return 0;
  return claimed;
}

/* How long does it take to fetch the line?  */
static NOINLINE void
time_fetch (struct gomp_team *team, struct gomp_workshare_progress *mine)
{
  uint64_t before = os_time_ns ();
  atomic_fetch_add_explicit (claims_of (team), 0, memory_order_relaxed);
  gomp_backoff_pass (mine->backoff, before);
  mine->backoff = NULL;
}

/* The calling thread came second to many singles.  If there was no barrier
   among them it backs off, so that the first thread gets ahead without losing
   the cache line each time (backoff.h).  */
static NOINLINE void
come_second (struct gomp_team *team, struct gomp_workshare_progress *mine)
{
  unsigned epoch = gomp_barrier_epoch (&team->barrier);
  if (mine->epoch == epoch)
    mine->backoff = gomp_backoff_meet (claims_of (team), BURST_FETCHES);
  else
    mine->lost = -BURST_SINGLES;
  mine->epoch = epoch;
}

bool
gomp_workshare_single_among (struct gomp_thread *self)
{
  struct gomp_workshare_ring *ring = self->team->ring;
  struct gomp_workshare_progress *mine = &ring->progress[self->thread_num];
  if (unlikely (mine->region != ring->region))
    {
      mine->region = ring->region;
      mine->singles = ring->singles;
      mine->lost = -BURST_SINGLES;
    }
  uint64_t number = ++mine->singles;
  if (number <= mine->claimed)
    return false;
  if (unlikely (mine->backoff != NULL))
    time_fetch (self->team, mine);
  _Atomic uint64_t *claims = claims_of (self->team);
  uint64_t claimed = claim (claims, number);
  gomp_invariant (claimed == 0 || claimed >= number,
                  "single %lu is neither claimed nor ours: %lu",
                  (unsigned long)number, (unsigned long)claimed);
  if (claimed == 0)
    {
      mine->claimed = number;
      return true;
    }
  mine->claimed = claimed;
  /* As short as possible: it has the line for the next single.  */
  if (unlikely (++mine->lost > 0))
    come_second (self->team, mine);
  return false;
}

/* Whether a thread of SELF's team may leave the region while others are in a
   construct that includes it.  */
static inline bool
may_leave_early (struct gomp_thread *self)
{
  return gomp_icv_global.cancellation && self->team != NULL
         && self->team->nthreads > 1;
}

/* The word holds the low bits of the serial number of the construct with the
   data.  */
void
gomp_workshare_publish (struct gomp_thread *self, void *data)
{
  struct gomp_workshare *ws = self->workshare;
  if (unlikely (may_leave_early (self)))
    self->team->ring->progress[self->thread_num].lends = self->workshare_count;
  ws->published_data = data;
  gomp_tsan_release (&ws->published);
  gomp_wait_set (&ws->published, (unsigned)self->workshare_count,
                 GOMP_WAIT_PRIVATE);
}

void *
gomp_workshare_published (struct gomp_thread *self)
{
  struct gomp_workshare *ws = self->workshare;
  gomp_invariant (ws != NULL, "copyprivate outside of a construct");
  unsigned mine = (unsigned)self->workshare_count;
  unsigned value = gomp_wait_value (&ws->published);
  while (value != mine)
    value = gomp_wait_while (&ws->published, value, GOMP_WAIT_PRIVATE);
  gomp_tsan_acquire (&ws->published);
  if (unlikely (may_leave_early (self)))
    self->team->ring->progress[self->thread_num].borrows
        = self->workshare_count;
  return ws->published_data;
}

void
gomp_workshare_return_copied (struct gomp_thread *self)
{
  struct gomp_workshare_progress *mine
      = &self->team->ring->progress[self->thread_num];
  if (mine->borrows == 0)
    return;
  gomp_tsan_release (&mine->copied);
  /* Release: the copies come before what the lender does next.  Pairs with the
     acquire in wait_borrower.  */
  atomic_store_explicit (&mine->copied, mine->borrows, memory_order_release);
  mine->borrows = 0;
}

/* Wait until THREAD no longer needs what SELF published in the construct
   SERIAL.  THREAD does not wait for SELF meanwhile: SELF did everything that
   others may wait for before the construct.  */
static void
wait_borrower (struct gomp_thread *self, unsigned thread, uint64_t serial)
{
  struct gomp_workshare_progress *p = &self->team->ring->progress[thread];
  unsigned round = 0;
  while (atomic_load_explicit (&p->copied, memory_order_acquire) < serial
         && !gomp_workshare_is_abandoned (self, thread))
    gomp_spin_round (&round);
  gomp_tsan_acquire (&p->copied);
}

void
gomp_workshare_take_back (struct gomp_thread *self, bool cancelled)
{
  struct gomp_workshare_progress *mine
      = &self->team->ring->progress[self->thread_num];
  uint64_t serial = mine->lends;
  mine->lends = 0;
  if (serial == 0 || !cancelled)
    return;
  for (unsigned i = 0; i < self->team->nthreads; i++)
    if (i != self->thread_num)
      wait_borrower (self, i, serial);
}
