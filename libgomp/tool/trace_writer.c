/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The trace's writer: a thread that writes the whole trace four times a second.
   So if a program is killed, the file lacks only the last moments, and if it
   hangs, the file is up to date.

   Owns the thread.  The first thread with events for the trace starts it, once
   in a process.  If it cannot be started, a thread writes its events when it
   has kept many, or ends, and at the end of the program.  It takes only the
   trace's mutex.  */

#include <pthread.h>
#include <stddef.h>

#include "base/uncancelled.h"
#include "os/origin.h"
#include "os/process.h"
#include "sync/wait.h"
#include "tool/internal.h"

#define PERIOD_NS 250000000

static struct writer
{
  atomic_bool tried; /* a thread starts it, or has started it */
  atomic_bool runs;  /* THREAD is there */
  unsigned long thread;
  struct gomp_wait_word ended; /* 1: it is to end */
} writer;

static void *
run_writer (void *data)
{
  (void)data;
  while (gomp_wait_sleep (&writer.ended, 0, GOMP_WAIT_PRIVATE, PERIOD_NS) == 0
         && gomp_trace_write ())
    continue;
  return NULL;
}

void
gomp_trace_writer_need (void)
{
  if (atomic_load_explicit (&writer.tried, memory_order_relaxed)
      || atomic_exchange (&writer.tried, true))
    return;
  os_origin_watch ();
  if (os_thread_start (run_writer, NULL, 0, &writer.thread) == 0)
    /* Release: pairs with the acquire in gomp_trace_writer_stop.  */
    atomic_store_explicit (&writer.runs, true, memory_order_release);
}

void
gomp_trace_writer_stop (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  if (!atomic_load_explicit (&writer.runs, memory_order_acquire))
    return;
  gomp_wait_set (&writer.ended, 1, GOMP_WAIT_PRIVATE);
  pthread_join ((pthread_t)writer.thread, NULL);
}

void
gomp_trace_writer_forked (void)
{
  writer = (struct writer){ 0 };
}
