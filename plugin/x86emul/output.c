/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Output in order; see output.h.  Owns the address of libgfortran's flush and
   the thread that calls it for others; any thread.

   libgfortran holds a lock of its own, which does not nest, from the start to
   the end of an output statement.  An expression in the statement may reach a
   target region.  A flush by the same thread would then wait for itself, and
   there is no way to find out whether a thread holds the lock.  So another
   thread flushes, and the requesting thread waits for it, but only for a
   limited time; for a shorter one if an earlier request is stuck.  It waits as
   long as necessary while the flushing thread only lacks a CPU, on a busy
   machine.  None of this is done on a terminal, since libgfortran does not
   buffer there.  */

#include "output.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>

#include "base/tsan.h"
#include "base/uncancelled.h"
#include "os/os.h"
#include "os/process.h"
#include "sync/mutex.h"

/* How long to wait for a flush by the other thread: spinning, then asleep.  */
#define SPIN_NS 5000u
#define PATIENCE_NS 50000000
/* How long to wait for an earlier request, which was given up.  */
#define STUCK_PATIENCE_NS 10000000
/* How long to wait at the end of the program.  It takes that long only if the
   program ends within an output statement.  */
#define LAST_PATIENCE_NS 1000000000

typedef void flush_unit (int32_t *unit);

/* _gfortran_flush_i4, or NULL.  Set once, never reset: libgfortran is not
   unloaded while a program that needs it runs.  */
static _Atomic (flush_unit *) flush_fortran;

static struct
{
  struct gomp_mutex lock;        /* one thread makes requests at a time */
  bool started;                  /* the thread runs; guarded by the lock */
  atomic_int process;            /* the process that started it */
  atomic_int thread;             /* its number in the system; 0: it has not
                                    begun to run */
  struct gomp_wait_word asked;   /* number of the latest request */
  struct gomp_wait_word flushed; /* number of the latest one done */
} flusher;

void
x86emul_output_find_fortran (void *handle)
{
  void *symbol
      = dlsym (handle != NULL ? handle : RTLD_DEFAULT, "_gfortran_flush_i4");
  /* Relaxed: the pointer alone matters.  */
  if (symbol != NULL && isatty (STDOUT_FILENO) == 0)
    atomic_store_explicit (&flush_fortran, (flush_unit *)symbol,
                           memory_order_relaxed);
}

static inline void
flush_stream (FILE *stream)
{
  if (likely (__fpending (stream) == 0))
    return;
  UNCANCELLED int before = gomp_uncancelled_begin ();
  fflush (stream);
}

static inline void
flush_streams (void)
{
  flush_stream (stdout);
  flush_stream (stderr);
}

static void
flush_standard_output (flush_unit *fortran)
{
  int32_t standard_output = 6;
  fortran (&standard_output);
}

static void *
run_flusher (void *data)
{
  (void)data;
  unsigned seen = 0;
  atomic_store (&flusher.thread, os_thread_id ());
  for (;;)
    {
      unsigned now = gomp_spin_for (&flusher.asked.value, seen, SPIN_NS);
      if (now == seen)
        now = gomp_wait_sleep (&flusher.asked, seen, GOMP_WAIT_PRIVATE, -1);
      seen = now;
      flush_standard_output (
          atomic_load_explicit (&flush_fortran, memory_order_relaxed));
      gomp_tsan_release (&flusher.flushed);
      gomp_wait_set (&flusher.flushed, seen, GOMP_WAIT_PRIVATE);
    }
  return NULL;
}

/* With the lock held.  */
static bool
start_flusher (void)
{
  unsigned long thread;
  if (flusher.started)
    return true;
  atomic_store (&flusher.process, os_process_id ());
  flusher.started = os_thread_start (run_flusher, NULL, 0, &thread) == 0;
  if (flusher.started)
    pthread_detach ((pthread_t)thread);
  return flusher.started;
}

static bool
flusher_wants_cpu (void)
{
  int thread = atomic_load (&flusher.thread);
  return atomic_load (&flusher.process) == os_process_id ()
         && (thread == 0 || os_thread_cpu (thread) >= 0);
}

/* Wait until request WANTED is done; but if the flushing thread sleeps, not
   longer than NS.  */
static bool
wait_flushed (unsigned wanted, int64_t ns)
{
  unsigned done = gomp_wait_value (&flusher.flushed);
  if (done != wanted)
    done = gomp_spin_for (&flusher.flushed.value, done, SPIN_NS);
  if (done != wanted)
    do
      done = gomp_wait_sleep (&flusher.flushed, done, GOMP_WAIT_PRIVATE, ns);
    while (done != wanted && flusher_wants_cpu ());
  gomp_tsan_acquire (&flusher.flushed);
  return gomp_wait_value (&flusher.flushed) == wanted;
}

static NOINLINE void
ask_flusher (void)
{
  if (!gomp_mutex_trylock (&flusher.lock))
    return;
  unsigned asked = gomp_wait_value (&flusher.asked);
  /* An older request may still be stuck.  Or the output statement has ended
     since, and the request will soon be done.  */
  if (start_flusher () && wait_flushed (asked, STUCK_PATIENCE_NS))
    {
      gomp_wait_set (&flusher.asked, asked + 1, GOMP_WAIT_PRIVATE);
      wait_flushed (asked + 1, PATIENCE_NS);
    }
  gomp_mutex_unlock (&flusher.lock);
}

void
x86emul_output_flush (void)
{
  flush_streams ();
  flush_unit *fortran
      = atomic_load_explicit (&flush_fortran, memory_order_relaxed);
  if (unlikely (fortran != NULL))
    flush_standard_output (fortran);
}

void
x86emul_output_settle (void)
{
  wait_flushed (gomp_wait_value (&flusher.asked), LAST_PATIENCE_NS);
}

void
x86emul_output_flush_anywhere (void)
{
  flush_streams ();
  if (unlikely (atomic_load_explicit (&flush_fortran, memory_order_relaxed)
                != NULL))
    ask_flusher ();
}
