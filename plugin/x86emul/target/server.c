/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that run regions; see device.h.

   One thread a used slot.  Between regions it spins for a while and then
   sleeps in the kernel.  All spin for a very short time; for longer only as
   many as leave half of the CPUs to those who have work, as the host's
   threads and the runtime's workers are on the same CPUs.  */

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "base/tsan.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"
#include "target/device.h"

#define SPIN_SHORT_NS 3000u
#define SPIN_LONG_NS 100000u
#define STACK_MIN (16ull << 20)
#define STACK_MAX (1ull << 30)

static _Thread_local int current_slot = -1;
/* libgomp's part of a region; NULL: another libgomp than ours.  */
static __typeof__ (&offgomp_device_region_run) region_run;
static __typeof__ (&offgomp_device_region_tag) region_tag;
/* Threads that spin for the long time.  */
static atomic_uint spinning;
/* How many may.  */
static unsigned spinning_limit;

/* Threads that the runtime started know whom they work for.  Tags are slot
   numbers from 1.  */
int
x86emul_server_slot (void)
{
  if (current_slot >= 0 || region_tag == NULL)
    return current_slot;
  return (int)region_tag () - 1;
}

void
x86emul_server_init (void *libgomp)
{
  region_run
      = (__typeof__ (region_run))dlsym (libgomp, "offgomp_device_region_run");
  region_tag
      = (__typeof__ (region_tag))dlsym (libgomp, "offgomp_device_region_tag");
  unsigned cpus = os_num_procs ();
  spinning_limit = cpus / 2;
}

static unsigned
wait_for_launch (struct gomp_wait_word *posted, unsigned seen)
{
  unsigned now = gomp_wait_spin_for (&posted->value, seen, SPIN_SHORT_NS);
  if (now != seen)
    return now;
  /* Relaxed: only a count, no data goes with it.  */
  if (atomic_fetch_add_explicit (&spinning, 1, memory_order_relaxed)
      < spinning_limit)
    now = gomp_wait_spin_for (&posted->value, seen, SPIN_LONG_NS);
  atomic_fetch_sub_explicit (&spinning, 1, memory_order_relaxed);
  if (now != seen)
    return now;
  return gomp_wait_sleep (posted, seen, GOMP_WAIT_SHARED, -1);
}

/* For a ThreadSanitizer in this program, which does not see how the host orders
   regions, nor the memory that it shares: each is taken to come after all that
   ended before.  */
void
x86emul_server_order (void)
{
  static atomic_uint order;
  if (!GOMP_TSAN_BLIND)
    atomic_fetch_add (&order, 1);
}

static inline void
run_region (const struct x86emul_slot *s, int number)
{
  x86emul_server_order ();
  const struct offgomp_device_region region
      = { .function = (void (*) (void *)) (uintptr_t)x86emul_slot_function (s),
          .block = (void *)(uintptr_t)s->block,
          .tag = (uint64_t)number + 1,
          .num_teams = s->num_teams,
          .thread_limit = s->thread_limit };
  if (likely (region_run != NULL))
    region_run (&region);
  else
    region.function (region.block);
  x86emul_output_flush ();
  x86emul_server_order ();
}

static void
notify_host (void)
{
  struct gomp_wait_word *done = &x86emul_process.control->async_done;
  /* Sequentially consistent, before the look at `sleepers'.  */
  atomic_fetch_add (&done->value, 1);
  gomp_wait_wake (done, INT_MAX, GOMP_WAIT_SHARED);
}

/* The next entry's number in *TAKEN; false: there is none.  */
static bool
take_entry (struct x86emul_queue *q, unsigned *taken)
{
  unsigned head = atomic_load_explicit (&q->head, memory_order_relaxed);
  do
    {
      /* Sequentially consistent: see the queue in proto.h.  */
      if (head == atomic_load (&q->tail.value))
        return false;
    }
  while (!atomic_compare_exchange_weak (&q->head, &head, head + 1));
  *taken = head;
  return true;
}

/* The slot tells the host which region it is that runs.  */
static void
run_entry (struct x86emul_slot *s, int number, struct x86emul_entry *e)
{
  s->block = e->block;
  s->num_teams = e->num_teams;
  s->thread_limit = e->thread_limit;
  s->note = e->note;
  /* Relaxed: pairs with x86emul_slot_function.  */
  atomic_store_explicit (&s->function, e->function, memory_order_relaxed);
  run_region (s, number);
  atomic_store_explicit (&s->function, 0, memory_order_relaxed);
  /* Release: pairs with the acquire in the host's take_done.  */
  atomic_store_explicit (&e->done, 1, memory_order_release);
  notify_host ();
}

static void
serve_queue (struct x86emul_slot *s, int number)
{
  struct x86emul_queue *q = &x86emul_process.control->queue;
  for (;;)
    {
      unsigned i, tail = gomp_wait_value (&q->tail);
      while (take_entry (q, &i))
        run_entry (s, number, &q->entry[i % X86EMUL_QUEUE]);
      if (gomp_wait_spin_for (&q->tail.value, tail, SPIN_SHORT_NS) != tail)
        continue;
      atomic_fetch_sub (&q->servers, 1);
      if (atomic_load (&q->head) == atomic_load (&q->tail.value))
        return;
      atomic_fetch_add (&q->servers, 1);
    }
}

static void *
serve (void *data)
{
  int number = (int)(intptr_t)data;
  struct x86emul_slot *s = &x86emul_process.control->slots[number];
  sigset_t none;
  sigemptyset (&none);
  x86emul_fault_thread_init ();
  current_slot = number;
  pthread_sigmask (SIG_SETMASK, &none, NULL);
  unsigned seen = 0;
  for (;;)
    {
      seen = wait_for_launch (&s->posted, seen);
      bool notify = s->notify != 0;
      if (likely (x86emul_slot_function (s) != 0))
        run_region (s, number);
      else
        serve_queue (s, number);
      gomp_wait_set (&s->done, seen, GOMP_WAIT_SHARED);
      if (notify)
        notify_host ();
    }
  return NULL;
}

int
x86emul_server_start (unsigned i)
{
  uint64_t stack = os_stack_limit ();
  if (stack < STACK_MIN || stack == UINT64_MAX)
    stack = STACK_MIN;
  if (stack > STACK_MAX)
    stack = STACK_MAX;
  unsigned long id;
  int r = os_thread_start (serve, (void *)(intptr_t)i, stack, &id);
  if (r != 0)
    r = os_thread_start (serve, (void *)(intptr_t)i, 0, &id);
  if (r == 0)
    pthread_detach ((pthread_t)id);
  return r;
}
