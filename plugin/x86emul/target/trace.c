/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of records of events; see trace.h.

   Owns the count of records that were put, which the mutex guards with the
   ring's slots.  Threads that put records hold the mutex while they wait for
   the host, so that records of one thread stay in order, and others wait for
   the mutex.  A region may write to the ring: what the host counts is read once
   and checked.  */

#include "target/trace.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>

#include "os/memory.h"
#include "plugin.h"
#include "sync/mutex.h"
#include "target/fault.h"
#include "target/process.h"
#include "target/server.h"
#include "target/slot.h"

/* How often a thread that waits for the host looks whether the record is still
   wanted.  */
#define LOOK_NS 100000000

static __typeof__ (&offgomp_device_record) device_record;
static struct x86emul_trace *ring; /* NULL until events are recorded */
static struct gomp_mutex lock;
static unsigned count;

void
x86emul_trace_init (void *libgomp)
{
  device_record
      = (__typeof__ (device_record))dlsym (libgomp, "offgomp_device_record");
}

static bool
wants (int type)
{
  /* Relaxed: records of one more event, or one less, are as good.  */
  return (atomic_load_explicit (&ring->types, memory_order_relaxed) >> type & 1)
         != 0;
}

static void
call_host (void)
{
  /* Sequentially consistent, before the look at `sleepers'.  */
  atomic_fetch_add (&ring->calls.value, 1);
  gomp_wait_wake (&ring->calls, INT_MAX, GOMP_WAIT_SHARED);
}

/* Wait until there is room for a record of TYPE; false: nobody wants it any
   more.  With the mutex.  */
static bool
await_room (int type)
{
  for (;;)
    {
      unsigned head = gomp_wait_value (&ring->head);
      unsigned lie = count - head;
      if (likely (lie < X86EMUL_TRACE_RECORDS))
        return true;
      if (lie > X86EMUL_TRACE_RECORDS)
        x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_TRACE);
      if (!wants (type))
        return false;
      call_host ();
      gomp_wait_sleep (&ring->head, head, GOMP_WAIT_SHARED, LOOK_NS);
    }
}

static uint32_t
current_launch (void)
{
  int slot = x86emul_slot_current ();
  return slot < 0 ? 0
                  : x86emul_process.control->slots[slot].log
                        >> X86EMUL_LOG_LAUNCH_SHIFT;
}

static void
put (ompt_record_ompt_t *record)
{
  uint32_t launch = current_launch ();
  gomp_mutex_lock (&lock);
  if (await_room (record->type))
    {
      ring->records[count % X86EMUL_TRACE_RECORDS]
          = (struct x86emul_trace_record){ .launch = launch,
                                           .record = *record };
      count++;
      /* Release: pairs with the acquire in the host's count_records.  */
      atomic_store_explicit (&ring->tail, count, memory_order_release);
      if (count % (X86EMUL_TRACE_RECORDS / 4) == 0)
        call_host ();
    }
  gomp_mutex_unlock (&lock);
}

void
x86emul_trace_start (const struct x86emul_incoming *request)
{
  static const struct offgomp_device_recorder recorder
      = { .wants = wants, .put = put };
  void *p;
  if (request->fd_count != 1 || ring != NULL)
    x86emul_process_leave ();
  if (device_record == NULL
      || os_shared_map (request->fds[0], 0, sizeof (*ring),
                        OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
             != 0)
    {
      x86emul_process_answer_error ("the device cannot record events");
      return;
    }
  ring = p;
  device_record (&recorder);
  x86emul_server_observe ();
  struct x86emul_outgoing message = { .type = X86EMUL_TRACING };
  x86emul_process_answer (&message);
}
