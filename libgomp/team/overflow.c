/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A worker that needs more stack than it has ends the program by a fault on the
   guard pages below it.  Here the program is told so, and by what variable the
   stack gets larger; then the fault has its usual end.

   A handler for SIGSEGV is there only if the program had none when the first
   worker began, and the program's replaces it at any time.  Each worker gets
   a stack for it, and knows where its own ends.  Owns that knowledge, which is
   each thread's alone.  */

#include "team/overflow.h"

#include <pthread.h>

#include "base/diag.h"
#include "base/mem.h"
#include "os/stack.h"
#include "team/self.h"
#include "team/team.h"

static _Thread_local struct os_stack own_stack;
static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static void
tell (uintptr_t address)
{
  const struct os_stack *stack = &own_stack;
  if (address < stack->guard || address >= stack->low)
    return;
  const struct gomp_thread *self = gomp_self_known ();
  if (self == NULL || self->team == NULL)
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
  os_faults_watch (tell);
}

void *
gomp_overflow_watch (void)
{
  pthread_once (&watch_once, watch_process);
  void *memory = gomp_alloc (os_signal_stack_size ());
  if (memory == NULL || os_stack_get (&own_stack) != 0
      || os_signal_stack_set (memory) != 0)
    {
      gomp_free (memory);
      return NULL;
    }
  return memory;
}

void
gomp_overflow_unwatch (void *signal_stack)
{
  if (signal_stack == NULL)
    return;
  os_signal_stack_set (NULL);
  gomp_free (signal_stack);
}
