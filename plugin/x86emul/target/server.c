/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that run regions; see server.h.

   Each used slot has one thread.  Between regions it spins for a while and then
   sleeps in the kernel.  All threads spin for a very short time.  Only half as
   many threads as there are CPUs spin longer, so that the others stay free for
   threads with work: the host's threads and the runtime's workers use the same
   CPUs.  */

#include "target/server.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "base/invariant.h"
#include "base/tsan.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"
#include "sync/spread.h"
#include "target/borrow.h"
#include "target/fault.h"
#include "target/gangs.h"
#include "target/memory.h"
#include "target/process.h"
#include "target/slot.h"
#include "words.h"

/* How long a waiting thread spins at first, and then if it is among the few
   that may (rows empty and four-threads).  */
#define SPIN_SHORT_NS 3000u
#define SPIN_LONG_NS 100000u
#define STACK_MIN (16ull << 20)
#define STACK_MAX (1ull << 30)

/* libgomp's function that runs a region; NULL: it is not our libgomp.  Relaxed:
   either one runs a region that begins while events begin to be recorded.  */
static _Atomic (__typeof__ (&offgomp_device_region_run)) region_run;
static __typeof__ (&offgomp_device_region_run) region_run_observed;
/* Threads that spin for the long time.  */
static atomic_uint spinning;
/* The system's number of each slot's thread; 0: it has not begun.  */
static atomic_int threads[X86EMUL_SLOTS];
/* Has one of libgomp's own threads ended?  NULL: it is not our libgomp.  */
static __typeof__ (&offgomp_device_thread_lost) thread_lost;
/* How many threads may spin that long.  */
static unsigned spinning_limit;

/* The same of a device that borrows pages of the host.  */
static _Atomic (__typeof__ (&offgomp_device_region_run)) region_run_borrowing;

static void
run_borrowing (const struct offgomp_device_region *region)
{
  atomic_load_explicit (&region_run_borrowing, memory_order_relaxed) (region);
  x86emul_borrow_return ();
}

static void
set_run (__typeof__ (&offgomp_device_region_run) run)
{
  atomic_store (&region_run_borrowing, run);
  atomic_store (&region_run,
                x86emul_borrow_is_on () && run != NULL ? run_borrowing : run);
}

void
x86emul_server_observe (void)
{
  set_run (region_run_observed);
}

void
x86emul_server_init (void *libgomp)
{
  set_run ((__typeof__ (&offgomp_device_region_run))dlsym (
      libgomp, "offgomp_device_region_run"));
  region_run_observed = (__typeof__ (region_run_observed))dlsym (
      libgomp, "offgomp_device_region_run_observed");
  bool (*observes) (void)
      = (__typeof__ (observes))dlsym (libgomp, "offgomp_device_observes");
  if (observes != NULL && observes ())
    x86emul_server_observe ();
  thread_lost
      = (__typeof__ (thread_lost))dlsym (libgomp, "offgomp_device_thread_lost");
  x86emul_slot_init (libgomp);
  x86emul_gangs_init (libgomp);
  /* From now on; relaxed: no other thread serves yet.  */
  atomic_store_explicit (&gomp_spread.next_at, 0, memory_order_relaxed);
  unsigned cpus = os_num_procs ();
  spinning_limit = cpus / 2;
}

/* The host's thread of slot S shares this CPU, which costs two switches a
   launch: move away where another CPU is free.  */
static COLD bool
still_shares_cpu (struct x86emul_slot *s)
{
  gomp_spread_from_partner (os_time_ns ());
  return x86emul_slot_shares_cpu (&s->device_cpu, &s->host_cpu);
}

/* Wait for the launch of slot S that follows number SEEN.  *SHARED_FOR: for so
   many more launches the host's thread is taken to be on this CPU.  */
static unsigned
wait_for_launch (struct x86emul_slot *s, unsigned seen, unsigned *shared_for)
{
  struct gomp_wait_word *posted = &s->posted;
  bool yields = *shared_for != 0;
  *shared_for -= yields;
  unsigned now
      = gomp_spin_crowded (&posted->value, seen, SPIN_SHORT_NS, yields);
  if (now != seen)
    return now;
  if (!yields && x86emul_slot_shares_cpu (&s->device_cpu, &s->host_cpu)
      && still_shares_cpu (s))
    {
      *shared_for = X86EMUL_SHARED_CPU_LAUNCHES;
      yields = true;
    }
  /* Relaxed: only a count, no data goes with it.  */
  if (atomic_fetch_add_explicit (&spinning, 1, memory_order_relaxed)
      < spinning_limit)
    now = gomp_spin_crowded (&posted->value, seen, SPIN_LONG_NS, yields);
  gomp_invariant (atomic_load (&spinning) != 0,
                  "a thread ends to spin that was not counted");
  atomic_fetch_sub_explicit (&spinning, 1, memory_order_relaxed);
  if (now != seen)
    return now;
  return gomp_wait_sleep (posted, seen, GOMP_WAIT_SHARED, -1);
}

/* For a ThreadSanitizer in this program or in the images.  It sees neither how
   the host orders regions nor the memory that host and device share.  So each
   region is taken to come after all that ended before, and after the images
   that were loaded before.  */
void
x86emul_server_order (void)
{
  static atomic_uint order;
  if (!GOMP_TSAN_BLIND)
    atomic_fetch_add (&order, 1);
  gomp_tsan_acquire (&order);
  gomp_tsan_release (&order);
}

/* The region to run, read once from memory that regions may write.  */
struct launch
{
  uint64_t function; /* as in proto.h, like the rest */
  uint64_t block;
  int32_t num_teams;
  int32_t thread_limit;
  uint32_t log;
};

static inline bool
is_intact (const struct launch *l, uint32_t number, uint32_t sum)
{
  return likely (x86emul_launch_sum (number, l->function, l->block,
                                     l->num_teams, l->thread_limit, l->log)
                 == sum);
}

/* A team has started whose threads may need the CPU of the thread that waits
   for the region: ask that thread to yield.  */
static void
ask_for_room (uint64_t tag)
{
  struct x86emul_slot *s = &x86emul_process.control->slots[tag - 1];
  unsigned number
      = atomic_load_explicit (&s->posted.value, memory_order_relaxed);
  unsigned crowded = number | X86EMUL_CROWDED;
  /* Relaxed: a hint.  */
  if (atomic_load_explicit (&s->stage, memory_order_relaxed) != crowded)
    atomic_store_explicit (&s->stage, crowded, memory_order_relaxed);
}

/* What regions of other kinds than most need while they run.  */
union kinds
{
  struct x86emul_gangs_region gangs;
  struct x86emul_words_region words;
};

static NOINLINE void
wrap (struct offgomp_device_region *region, union kinds *kinds)
{
  if (region->thread_limit == X86EMUL_GANGS)
    x86emul_gangs_wrap (region, &kinds->gangs);
  else if (region->thread_limit == X86EMUL_WORDS)
    x86emul_words_wrap (region, &kinds->words);
}

static inline void
run_region (const struct launch *l, int slot, bool awaited)
{
  x86emul_server_order ();
  x86emul_memory_follow ();
  union kinds kinds;
  struct offgomp_device_region region
      = { .function = (void (*) (void *)) (uintptr_t)l->function,
          .block = (void *)(uintptr_t)l->block,
          .tag = (uint64_t)slot + 1,
          .num_teams = l->num_teams,
          .thread_limit = l->thread_limit,
          .crowded = awaited ? ask_for_room : NULL };
  if (unlikely (l->thread_limit < 0))
    wrap (&region, &kinds);
  __typeof__ (&offgomp_device_region_run) run
      = atomic_load_explicit (&region_run, memory_order_relaxed);
  if (likely (run != NULL))
    run (&region);
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

/* Take the next entry and store its number in *TAKEN; false: there is none.  */
static bool
take_entry (struct x86emul_queue *q, unsigned *taken)
{
  unsigned tail, head = atomic_load_explicit (&q->head, memory_order_relaxed);
  do
    {
      /* Sequentially consistent: see the queue in proto.h.  */
      tail = atomic_load (&q->tail.value);
      if (head == tail)
        return false;
    }
  while (!atomic_compare_exchange_weak (&q->head, &head, head + 1));
  if (unlikely (tail - head > X86EMUL_QUEUE))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_QUEUE);
  *taken = head;
  return true;
}

/* Run entry I.  The slot shows the host which region runs, and shows other
   threads of the device where its accesses are logged.  */
static void
run_entry (struct x86emul_slot *s, int slot, unsigned i)
{
  struct x86emul_entry *e
      = &x86emul_process.control->queue.entry[i % X86EMUL_QUEUE];
  const struct launch l = { .function = e->function,
                            .block = e->block,
                            .num_teams = e->num_teams,
                            .thread_limit = e->thread_limit,
                            .log = e->log };
  if (!is_intact (&l, i, e->sum))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_QUEUE);
  s->log = l.log;
  /* Relaxed: pairs with x86emul_slot_function.  */
  atomic_store_explicit (&s->function, l.function, memory_order_relaxed);
  run_region (&l, slot, false);
  atomic_store_explicit (&s->function, 0, memory_order_relaxed);
  /* Release: pairs with the acquire in the host's has_ended.  */
  atomic_store_explicit (&e->done, i, memory_order_release);
  notify_host ();
}

static void
serve_queue (struct x86emul_slot *s, int slot)
{
  struct x86emul_queue *q = &x86emul_process.control->queue;
  for (;;)
    {
      unsigned i, tail = gomp_wait_value (&q->tail);
      while (take_entry (q, &i))
        run_entry (s, slot, i);
      if (gomp_spin_for (&q->tail.value, tail, SPIN_SHORT_NS) != tail)
        continue;
      atomic_fetch_sub (&q->servers, 1);
      if (atomic_load (&q->head) == atomic_load (&q->tail.value))
        return;
      atomic_fetch_add (&q->servers, 1);
    }
}

static unsigned
next_number (unsigned number)
{
  return (number + 1) & X86EMUL_LAUNCH_MASK;
}

/* Is launch NUMBER still the latest?  Relaxed: the host changes nothing
   meanwhile, and checks DONE itself.  */
static inline bool
is_launched (struct x86emul_slot *s, unsigned number)
{
  return likely (atomic_load_explicit (&s->posted.value, memory_order_relaxed)
                 == number);
}

/* Run launch NUMBER of SLOT.  NOTIFY: no thread waits for this launch
   alone.  */
static inline void
serve_launch (struct x86emul_slot *s, int slot, unsigned number, bool notify)
{
  const struct launch l = { .function = x86emul_slot_function (s),
                            .block = s->block,
                            .num_teams = s->num_teams,
                            .thread_limit = s->thread_limit,
                            .log = s->log };
  if (!is_intact (&l, number, s->sum))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LAUNCHES);
  if (likely (l.function != 0))
    run_region (&l, slot, !notify);
  else
    serve_queue (s, slot);
  if (!is_launched (s, number))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LAUNCHES);
}

static _Noreturn void
serve_slot (struct x86emul_slot *s, int slot)
{
  unsigned seen = x86emul_process.first_number;
  unsigned shared_for = 0;
  for (;;)
    {
      unsigned next = next_number (seen);
      seen = wait_for_launch (s, seen, &shared_for);
      if (unlikely (seen != next))
        x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LAUNCHES);
      bool notify = s->notify != 0;
      serve_launch (s, slot, seen, notify);
      /* Relaxed: a hint, DONE follows.  */
      atomic_store_explicit (&s->stage, seen, memory_order_relaxed);
      gomp_wait_set (&s->done, seen, GOMP_WAIT_SHARED);
      if (notify)
        notify_host ();
    }
}

static void *
serve (void *data)
{
  int slot = (int)(intptr_t)data;
  sigset_t none;
  sigemptyset (&none);
  /* Relaxed: the main thread may miss it until it looks again.  */
  atomic_store_explicit (&threads[slot], os_thread_id (), memory_order_relaxed);
  x86emul_fault_thread_init ();
  x86emul_slot_serve (slot);
  pthread_sigmask (SIG_SETMASK, &none, NULL);
  pthread_cleanup_push (x86emul_fault_thread_ends, NULL);
  serve_slot (&x86emul_process.control->slots[slot], slot);
  pthread_cleanup_pop (0);
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

void
x86emul_server_look (void)
{
  for (int i = 0; i < X86EMUL_SLOTS; i++)
    {
      int thread = atomic_load_explicit (&threads[i], memory_order_relaxed);
      if (thread != 0 && !os_thread_lives (thread))
        x86emul_fault_thread_lost (i);
    }
  if (thread_lost != NULL && thread_lost ())
    x86emul_fault_thread_lost (-1);
}
