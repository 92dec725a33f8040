/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running regions; see launch.h.  Owns each thread's preferred slot; any
   thread, no lock.

   A slot is claimed with a compare-and-swap on a line of its own.  A thread
   first tries the slot that it had last: that one is in its cache, and the
   device thread that serves it may still spin.  Otherwise slots are tried from
   0 up, so only as many are ever used as are needed at the same time.  */

#include "host/launch.h"

#include "base/invariant.h"
#include "host/check.h"
#include "host/device.h"
#include "host/failure.h"
#include "host/transport.h"
#include "named_image.h"
#include "output.h"
#include "plugin.h"
#include "x86emul_image.h"

/* If all slots are busy, look again after this time.  */
#define RETRY_NS 200000

static _Thread_local unsigned favourite;

static TLS_ACCESS unsigned *
find_favourite (void)
{
  return &favourite;
}

void
x86emul_launch_decode (struct x86emul_launch *l, void **args)
{
  gomp_target_args_read (args, GOMP_DEVICE_X86EMUL, &l->num_teams,
                         &l->thread_limit);
  /* No limit, and none of the program's is X86EMUL_GANGS.  */
  if (l->thread_limit < 0)
    l->thread_limit
        = l->thread_limit == GOMP_TARGET_ARG_WORDS ? X86EMUL_WORDS : 0;
}

static bool
try_claim (struct x86emul_device *d, unsigned i)
{
  unsigned free_slot = 0;
  /* Acquire: pairs with the release in x86emul_launch_release.  */
  return atomic_compare_exchange_strong_explicit (
      &d->slots.slot[i].busy, &free_slot, 1, memory_order_acquire,
      memory_order_relaxed);
}

/* Have the device start a thread for slot I, which the caller owns.  WAITS as
   in x86emul_launch.  */
static COLD bool
start_server (struct x86emul_device *d, unsigned i, void (*waits) (bool sleeps))
{
  if (waits != NULL)
    waits (true);
  struct x86emul_serve serve = { .slot = i };
  struct x86emul_outgoing request
      = { .type = X86EMUL_SERVE, .part = { { &serve, sizeof (serve) } } };
  struct x86emul_incoming answer;
  enum gomp_status status
      = x86emul_transport_request (d, &request, X86EMUL_SERVING, &answer);
  if (status == GOMP_OK)
    x86emul_message_free (&answer);
  /* If the device has failed, the launch will find and report that.  */
  bool alive = atomic_load (&d->condition) == X86EMUL_UP;
  d->slots.slot[i].served = status == GOMP_OK || !alive;
  d->slots.slot[i].unusable = !d->slots.slot[i].served;
  unsigned used = atomic_load (&d->slots.used);
  while (used <= i
         && !atomic_compare_exchange_weak (&d->slots.used, &used, i + 1))
    ;
  return !d->slots.slot[i].unusable;
}

int
x86emul_launch_claim (struct x86emul_device *d, void (*waits) (bool sleeps))
{
  for (unsigned i = 0; i < X86EMUL_SLOTS; i++)
    {
      if (!try_claim (d, i))
        continue;
      if (d->slots.slot[i].served
          || (!d->slots.slot[i].unusable && start_server (d, i, waits)))
        return (int)i;
      x86emul_launch_release (d, i);
    }
  return -1;
}

/* A slot for the calling thread, however long it takes; -1: the device has
   failed.  */
static NOINLINE int
claim_any (struct x86emul_device *d, const struct x86emul_launch *l)
{
  int i;
  if (l->waits != NULL)
    l->waits (true);
  struct gomp_wait_word never = { 0 };
  while ((i = x86emul_launch_claim (d, NULL)) < 0)
    if (atomic_load (&d->condition) != X86EMUL_UP)
      return -1;
    else
      gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, RETRY_NS);
  *find_favourite () = (unsigned)i;
  return i;
}

static inline int
claim (struct x86emul_device *d, const struct x86emul_launch *l)
{
  unsigned i = *find_favourite ();
  if (unlikely (!try_claim (d, i)))
    return claim_any (d, l);
  if (likely (d->slots.slot[i].served))
    return (int)i;
  x86emul_launch_release (d, i);
  return claim_any (d, l);
}

void
x86emul_launch_release (struct x86emul_device *d, unsigned slot)
{
  gomp_invariant (atomic_load (&d->slots.slot[slot].busy) == 1,
                  "slot %u is given back that nobody has", slot);
  /* Release: pairs with the acquire in try_claim.  */
  atomic_store_explicit (&d->slots.slot[slot].busy, 0, memory_order_release);
}

void
x86emul_launch_start (struct x86emul_device *d, unsigned slot,
                      const struct x86emul_launch *l, bool notify)
{
  struct x86emul_slot *s = &d->channel.control->slots[slot];
  gomp_invariant (atomic_load (&d->slots.slot[slot].busy) == 1
                      && d->slots.slot[slot].served,
                  "slot %u is used that nobody claimed or serves", slot);
  atomic_store_explicit (&d->slots.slot[slot].function, l->function,
                         memory_order_relaxed);
  atomic_store_explicit (&d->slots.slot[slot].is_acc,
                         l->thread_limit == X86EMUL_GANGS,
                         memory_order_relaxed);
  /* Relaxed: POSTED orders the launch; x86emul_slot_function, which also reads
     this, only needs a name.  */
  atomic_store_explicit (&s->function, l->function, memory_order_relaxed);
  s->block = l->block;
  s->num_teams = l->num_teams;
  s->thread_limit = l->thread_limit;
  s->notify = notify;
  s->log = l->log;
  s->sum = x86emul_launch_sum (
      (d->slots.slot[slot].number + 1) & X86EMUL_LAUNCH_MASK, l->function,
      l->block, l->num_teams, l->thread_limit, l->log);
  x86emul_transport_post (d, slot);
}

enum gomp_status
x86emul_launch_run (struct x86emul_device *d, const struct x86emul_launch *l)
{
  int claimed = claim (d, l);
  if (unlikely (claimed < 0))
    return x86emul_failure_record (d);
  unsigned slot = (unsigned)claimed;
  x86emul_output_flush_anywhere ();
  x86emul_launch_start (d, slot, l, false);
  /* Look at the condition after the launch: if the device had failed before,
     the slot's DONE may have been marked before, too.  */
  bool done
      = atomic_load_explicit (&d->condition, memory_order_acquire) == X86EMUL_UP
        && x86emul_transport_wait (d, slot, l->waits);
  if (unlikely (!done))
    {
      /* The slot stays busy, since the message about the failure names its
         region.  */
      return x86emul_failure_record (d);
    }
  if (unlikely (d->checker.shadow != NULL)
      && !x86emul_check_is_sound (d, x86emul_log_number (l->log)))
    return x86emul_failure_record (d);
  x86emul_launch_release (d, slot);
  return GOMP_OK;
}
