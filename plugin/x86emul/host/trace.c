/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's part of records of events in regions; see trace.h.

   The ring is made when records are wanted for the first time, and stays until
   the device is started again, so that what a device recorded before it died
   can be taken.  Any thread calls the functions; one at a time takes.  A region
   may write to the ring: each number is read once and checked, and a record
   that cannot be counts as an overwritten ring.  */

#include "host/trace.h"

#include <limits.h>
#include <stdlib.h>

#include "host/device.h"
#include "host/failure.h"
#include "host/transport.h"
#include "os/channel.h"
#include "os/memory.h"

/* A sleeping taker looks this often: for few records, and in case a region has
   changed the word that should have woken it.  */
#define LOOK_NS 100000000
#define MANY (X86EMUL_TRACE_RECORDS / 4)

static _Thread_local uint32_t given;

/* Nobody would hear of it if nothing else is asked of the device.  */
static COLD void
report_overwritten (struct x86emul_device *d)
{
  x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_TRACE);
  if (!atomic_exchange (&d->tracer.is_overwritten, true))
    gomp_warning ("device %d (x86emul): the device overwrote the records of "
                  "its events, for a tool: the rest of them is lost\n"
                  "  hint: a store through a wrong pointer can do this; the "
                  "mapping checker (OFFLOAD_EMUL_CHECK) finds it",
                  d->number);
}

static struct x86emul_trace *
ring_of (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in make.  */
  return atomic_load_explicit (&d->tracer.ring, memory_order_acquire);
}

/* ---- Making the ring.  */

static enum gomp_status
send_ring (struct x86emul_device *d, int fd)
{
  struct x86emul_outgoing request
      = { .type = X86EMUL_TRACE, .fds = &fd, .fd_count = 1 };
  struct x86emul_incoming answer;
  enum gomp_status status
      = x86emul_transport_request (d, &request, X86EMUL_TRACING, &answer);
  if (status == GOMP_OK)
    x86emul_message_free (&answer);
  return status;
}

/* With tracer.lock.  */
static enum gomp_status
make (struct x86emul_device *d)
{
  int fd;
  void *p;
  const size_t size = sizeof (struct x86emul_trace);
  d->tracer.launches
      = calloc (X86EMUL_TRACED_LAUNCHES, sizeof (*d->tracer.launches));
  if (d->tracer.launches == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  int r = os_shared_create ("x86emul-trace", size, &fd);
  if (r == 0
      && (r
          = os_shared_map (fd, 0, size, OS_PROT_READ | OS_PROT_WRITE, NULL, &p))
             != 0)
    os_close (&fd);
  enum gomp_status status
      = r == 0 ? send_ring (d, fd)
               : gomp_error_errno (GOMP_ERR_SYSTEM, r,
                                   "device %d (x86emul): memory for the "
                                   "records of its events",
                                   d->number);
  if (r == 0)
    os_close (&fd);
  if (status == GOMP_OK)
    {
      atomic_store (&d->tracer.taken, 0);
      d->tracer.calls = 0;
      d->tracer.wanted = 0;
      atomic_store (&d->tracer.is_overwritten, false);
      /* Release: pairs with the acquire in ring_of.  */
      atomic_store_explicit (&d->tracer.ring, p, memory_order_release);
      atomic_store (&d->is_logged, true);
      return GOMP_OK;
    }
  if (r == 0)
    os_unmap (p, size);
  free (d->tracer.launches);
  d->tracer.launches = NULL;
  return status;
}

void
x86emul_trace_destroy (struct x86emul_device *d)
{
  struct x86emul_trace *ring = ring_of (d);
  if (ring == NULL)
    return;
  atomic_store (&d->tracer.ring, NULL);
  os_unmap (ring, sizeof (*ring));
  free (d->tracer.launches);
  d->tracer.launches = NULL;
}

/* ---- What is wanted.  */

enum gomp_status
x86emul_trace_set (struct x86emul_device *d, uint64_t types)
{
  enum gomp_status status = GOMP_OK;
  bool is_sound = true;
  gomp_mutex_lock (&d->tracer.lock);
  if (ring_of (d) == NULL && types != 0)
    status = make (d);
  struct x86emul_trace *ring = ring_of (d);
  if (ring != NULL)
    {
      d->tracer.asked |= types;
      is_sound = atomic_exchange (&ring->types, types) == d->tracer.wanted;
      d->tracer.wanted = types;
      atomic_fetch_add (&ring->calls.value, 1);
      gomp_wait_rouse (&ring->calls, GOMP_WAIT_SHARED);
    }
  gomp_mutex_unlock (&d->tracer.lock);
  if (unlikely (!is_sound))
    report_overwritten (d);
  return status;
}

void
x86emul_trace_launch (struct x86emul_device *d, uint64_t target_id)
{
  struct x86emul_tracer *t = &d->tracer;
  given = 0;
  if (ring_of (d) == NULL)
    return;
  gomp_mutex_lock (&t->lock);
  t->last = t->last == X86EMUL_LOG_LAUNCH_MASK ? 1 : t->last + 1;
  t->launches[t->last % X86EMUL_TRACED_LAUNCHES]
      = (struct x86emul_traced){ .number = t->last, .target_id = target_id };
  given = t->last;
  gomp_mutex_unlock (&t->lock);
}

uint32_t
x86emul_trace_take_launch (void)
{
  uint32_t number = given;
  given = 0;
  return number;
}

/* ---- Taking records.  */

/* With tracer.lock.  */
static uint64_t
target_of (const struct x86emul_tracer *t, uint32_t launch)
{
  const struct x86emul_traced *traced
      = &t->launches[launch % X86EMUL_TRACED_LAUNCHES];
  return launch != 0 && traced->number == launch ? traced->target_id : 0;
}

/* How many records lie there.  */
static unsigned
count_records (struct x86emul_device *d, struct x86emul_trace *ring)
{
  /* Acquire: pairs with the release in the device's put.  */
  unsigned count
      = atomic_load_explicit (&ring->tail, memory_order_acquire)
        - atomic_load_explicit (&d->tracer.taken, memory_order_relaxed);
  if (likely (count <= X86EMUL_TRACE_RECORDS))
    return count;
  report_overwritten (d);
  return 0;
}

/* Was a record of this type ever asked for?  With tracer.lock.  */
static bool
is_record (const struct x86emul_tracer *t, const ompt_record_ompt_t *record)
{
  return (unsigned)record->type < 64 && (t->asked >> record->type & 1) != 0;
}

/* Store records from number TAKEN on, at most *COUNT, and how many; false: the
   rest is overwritten.  With tracer.lock.  */
static bool
copy_records (const struct x86emul_tracer *t, const struct x86emul_trace *ring,
              unsigned taken, ompt_record_ompt_t *record, size_t *count)
{
  bool is_sound = atomic_load (&ring->types) == t->wanted;
  size_t n = 0;
  for (; is_sound && n < *count; n += is_sound)
    {
      const struct x86emul_trace_record *r
          = &ring->records[(taken + n) % X86EMUL_TRACE_RECORDS];
      record[n] = r->record;
      record[n].target_id = target_of (t, r->launch);
      is_sound = is_record (t, &record[n]);
    }
  *count = n;
  return is_sound;
}

size_t
x86emul_trace_take (struct x86emul_device *d, ompt_record_ompt_t *record,
                    size_t count)
{
  struct x86emul_trace *ring = ring_of (d);
  if (ring == NULL)
    return 0;
  size_t n = count_records (d, ring);
  unsigned taken
      = atomic_load_explicit (&d->tracer.taken, memory_order_relaxed);
  if (n > count)
    n = count;
  gomp_mutex_lock (&d->tracer.lock);
  bool is_sound = copy_records (&d->tracer, ring, taken, record, &n);
  gomp_mutex_unlock (&d->tracer.lock);
  if (unlikely (!is_sound))
    report_overwritten (d);
  if (n == 0)
    return 0;
  taken += (unsigned)n;
  atomic_store_explicit (&d->tracer.taken, taken, memory_order_relaxed);
  gomp_wait_set (&ring->head, taken, GOMP_WAIT_SHARED);
  return n;
}

bool
x86emul_trace_wait (struct x86emul_device *d)
{
  struct x86emul_trace *ring = ring_of (d);
  if (ring == NULL || !x86emul_device_is_up (d))
    return false;
  for (;;)
    {
      /* A call since the last wait also counts.  */
      unsigned calls = gomp_wait_value (&ring->calls);
      if (calls != d->tracer.calls || count_records (d, ring) >= MANY)
        {
          d->tracer.calls = calls;
          return true;
        }
      gomp_wait_sleep (&ring->calls, calls, GOMP_WAIT_SHARED, LOOK_NS);
      if (!x86emul_device_is_up (d))
        return false;
      if (count_records (d, ring) != 0)
        return true;
    }
}
