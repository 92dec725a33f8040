/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that overflows its stack ends the program by a fault on the guard
   pages below it.  This file first prints a message about that, with the
   variable that makes the stack larger; then the fault has its usual effect.

   The handler for SIGSEGV is installed only if the program had none when the
   first worker began, and the program can replace it at any time.  Each worker
   gets a separate stack for the handler, and records the end of its own stack
   in data private to the thread.  The handler runs in any thread that has a
   fault, perhaps in malloc, so it must not be the first to use a thread-local
   variable, which may need memory.  */

#include "team/overflow.h"

#include <pthread.h>

#include "base/diag.h"
#include "team/pool.h"
#include "team/self.h"

static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static void
report (uintptr_t address)
{
  const struct gomp_thread *self = gomp_self_handling ();
  if (self == NULL || self->worker == NULL || self->team == NULL)
    return;
  const struct os_stack *stack = &self->worker->stack;
  if (address < stack->guard || address >= stack->low)
    return;
  gomp_error ("Stack overflow in thread %u of a team of %u: its stack has %zu "
              "kB\n  hint: OMP_STACKSIZE sets the size, for instance "
              "OMP_STACKSIZE=%zuk",
              self->thread_num, self->team->nthreads, stack->size / 1024,
              stack->size / 1024 * 4);
}

static void
watch_process (void)
{
  os_faults_watch (report);
}

void
gomp_overflow_know (struct gomp_pool_worker *worker)
{
  pthread_once (&watch_once, watch_process);
  os_stack_get (worker->thread, &worker->stack);
}

void *
gomp_overflow_watch (void)
{
  void *signal_stack;
  return os_signal_stack_begin (&signal_stack) == 0 ? signal_stack : NULL;
}

void
gomp_overflow_unwatch (void *signal_stack)
{
  if (signal_stack != NULL)
    os_signal_stack_end (signal_stack);
}
