/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The transport over shared memory and a stream; see transport.h.  Owns no
   data.  Requests take channel.lock; views and launches take no lock: a slot
   belongs to the thread that claimed it.

   A waiting thread first spins briefly, whatever the load: most regions have
   ended by then, if the device's thread was spinning as well.  Only then does
   it count the launches in progress.  It goes on spinning if each of them has a
   CPU for both of its sides.  If the device says that its threads want this
   CPU, too, the waiting thread yields, but not before the time of two switches
   between threads.  The smallest regions have ended by then, since one thread
   of the device runs them.  */

#include "host/transport.h"

#include <string.h>

#include "base/invariant.h"
#include "host/device.h"
#include "host/failure.h"
#include "sync/running.h"

/* How long a waiting thread spins at first, and then if there are CPUs enough
   (rows empty and four-threads).  */
#define SPIN_SHORT_NS 3000u
#define SPIN_LONG_NS 100000u
/* A sleeping thread checks this often whether the device is alive, and whether
   a region has corrupted the word that should have woken it.  */
#define LOOK_NS 100000000
/* With fewer CPUs than threads, a thread yields after so long: the smallest
   regions are over by then (rows parallel-for and teams-for).  */
#define SPIN_CROWDED_NS 1000u

enum gomp_status
x86emul_transport_exchange (struct x86emul_device *d,
                            const struct x86emul_outgoing *request,
                            struct x86emul_incoming *result)
{
  int stream = os_held_get (&d->channel.stream);
  int r = x86emul_message_send (stream, request);
  if (r == 0)
    r = x86emul_message_receive (stream, result);
  if (r != 0)
    return x86emul_failure_lost (d, r);
  if (result->head.status == 0)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_DEVICE, "%s", (const char *)result->payload);
  x86emul_message_free (result);
  return GOMP_ERR_DEVICE;
}

enum gomp_status
x86emul_transport_request (struct x86emul_device *d,
                           const struct x86emul_outgoing *request,
                           enum x86emul_message_type answer,
                           struct x86emul_incoming *result)
{
  gomp_mutex_lock (&d->channel.lock);
  enum gomp_status status = x86emul_transport_exchange (d, request, result);
  gomp_mutex_unlock (&d->channel.lock);
  if (status == GOMP_OK && result->head.type != answer)
    {
      x86emul_message_free (result);
      return gomp_error_set (GOMP_ERR_DEVICE,
                             "device %d (x86emul) answered %u to request %u",
                             d->number, result->head.type, request->type);
    }
  return status;
}

bool
x86emul_transport_send (struct x86emul_device *d,
                        const struct x86emul_outgoing *message)
{
  if (!gomp_mutex_trylock (&d->channel.lock))
    return false;
  int r = x86emul_message_send (os_held_get (&d->channel.stream), message);
  gomp_mutex_unlock (&d->channel.lock);
  return r == 0;
}

void
x86emul_transport_post (struct x86emul_device *d, unsigned i)
{
  struct x86emul_host_slot *h = &d->slots.slot[i];
  gomp_invariant (atomic_load (&h->busy) == 1,
                  "a launch is posted in slot %u, which nobody has", i);
  h->number = (h->number + 1) & X86EMUL_LAUNCH_MASK;
  gomp_wait_set (&d->channel.control->slots[i].posted, h->number,
                 GOMP_WAIT_SHARED);
}

bool
x86emul_transport_is_done (struct x86emul_device *d, unsigned i)
{
  return gomp_wait_value (&d->channel.control->slots[i].done)
         == d->slots.slot[i].number;
}

/* Do the launches in progress, each with a thread on both sides, have more
   threads than there are CPUs?  */
static bool
is_crowded (struct x86emul_device *d)
{
  unsigned busy = 0;
  unsigned used = atomic_load_explicit (&d->slots.used, memory_order_relaxed);
  for (unsigned i = 0; i < used; i++)
    busy += atomic_load_explicit (&d->slots.slot[i].busy, memory_order_relaxed);
  return 2 * busy > gomp_running_cpus ();
}

void
x86emul_transport_look (struct x86emul_device *d)
{
  const struct x86emul_outgoing look = { .type = X86EMUL_LOOK };
  x86emul_transport_send (d, &look);
}

/* The thread that waits for the launch of slot I has not been woken for a
   while: may it go on waiting?  The device's thread may still be asleep, so
   wake it, or have ended, so ask for that.  */
static COLD bool
look (struct x86emul_device *d, unsigned i)
{
  struct gomp_wait_word *posted = &d->channel.control->slots[i].posted;
  if (atomic_load (&d->condition) != X86EMUL_UP)
    return false;
  if (gomp_wait_value (posted) != d->slots.slot[i].number)
    {
      x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_LAUNCHES);
      return false;
    }
  gomp_wait_rouse (posted, GOMP_WAIT_SHARED);
  x86emul_transport_look (d);
  return true;
}

/* Go on spinning as below, but call WAITS again and again, each time after
   twice the time.  */
static COLD unsigned
spin_and_look (struct x86emul_device *d, unsigned i, uint32_t before,
               bool shares_cpu, void (*waits) (bool sleeps))
{
  struct x86emul_slot *s = &d->channel.control->slots[i];
  unsigned stage = before;
  for (uint64_t ns = SPIN_SHORT_NS;
       stage == before && ns < SPIN_LONG_NS && !is_crowded (d); ns *= 2)
    {
      waits (false);
      uint64_t start = os_time_ns ();
      stage = gomp_spin_crowded (&s->stage, before, ns, shares_cpu);
      /* It would only keep the device's thread from running.  */
      if (stage == before && os_time_ns () - start < ns / 2)
        break;
    }
  return stage;
}

/* Sleep for a moment, before a longer sleep makes the caller's WAITS wake
   another thread: the device's thread may have had to wake up first.  */
static COLD unsigned
doze (struct x86emul_slot *s, uint32_t before, void (*waits) (bool sleeps))
{
  waits (false);
  unsigned now
      = gomp_wait_sleep (&s->done, before, GOMP_WAIT_SHARED, SPIN_LONG_NS);
  if (now == before)
    waits (true);
  return now;
}

/* Spin until the latest launch of slot I, which follows number BEFORE, has
   ended, or for a limited time.  Return its stage, which is a hint only.  */
static inline unsigned
spin (struct x86emul_device *d, unsigned i, uint32_t before,
      void (*waits) (bool sleeps))
{
  struct x86emul_slot *s = &d->channel.control->slots[i];
  struct x86emul_host_slot *h = &d->slots.slot[i];
  bool shares_cpu = h->shared_for != 0;
  h->shared_for -= shares_cpu;
  unsigned stage
      = gomp_spin_crowded (&s->stage, before, SPIN_SHORT_NS, shares_cpu);
  if (stage == before && !shares_cpu
      && x86emul_slot_shares_cpu (&s->host_cpu, &s->device_cpu))
    {
      h->shared_for = X86EMUL_SHARED_CPU_LAUNCHES;
      shares_cpu = true;
    }
  if (stage == before && unlikely (waits != NULL))
    stage = spin_and_look (d, i, before, shares_cpu, waits);
  else if (stage == before && !is_crowded (d))
    stage = gomp_spin_crowded (&s->stage, before, SPIN_LONG_NS, shares_cpu);
  if ((stage & X86EMUL_CROWDED) != 0 && !shares_cpu)
    stage = gomp_spin_crowded (&s->stage, stage, SPIN_CROWDED_NS, false);
  if ((stage & X86EMUL_CROWDED) != 0)
    stage = gomp_spin_crowded (&s->stage, stage, SPIN_LONG_NS, true);
  return stage;
}

bool
x86emul_transport_wait (struct x86emul_device *d, unsigned i,
                        void (*waits) (bool sleeps))
{
  struct x86emul_slot *s = &d->channel.control->slots[i];
  uint32_t number = d->slots.slot[i].number;
  uint32_t before = (number - 1) & X86EMUL_LAUNCH_MASK;
  if (spin (d, i, before, waits) == number)
    /* DONE is stored right after STAGE.  */
    gomp_spin_for (&s->done.value, before, SPIN_SHORT_NS);
  unsigned now = gomp_wait_value (&s->done);
  if (unlikely (waits != NULL) && now == before)
    now = doze (s, before, waits);
  while (now == before)
    {
      now = gomp_wait_sleep (&s->done, before, GOMP_WAIT_SHARED, LOOK_NS);
      if (now == before && !look (d, i))
        return false;
    }
  if (unlikely (now != number) && atomic_load (&d->condition) == X86EMUL_UP)
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_LAUNCHES);
  return now == number;
}
