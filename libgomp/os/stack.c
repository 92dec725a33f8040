/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stacks of threads, and faults on them, on Linux; see stack.h.  Owns whom to
   tell of faults, which is set once.  */

#include "os/stack.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* For the handler's own frames, beside what the kernel puts there.  */
#define HANDLER_ROOM 16384

static void (*tell_fault) (uintptr_t address);

int
os_stack_get (struct os_stack *stack)
{
  pthread_attr_t attr;
  int err = pthread_getattr_np (pthread_self (), &attr);
  if (err != 0)
    return err;
  void *low;
  size_t guard;
  err = pthread_attr_getstack (&attr, &low, &stack->size);
  if (err == 0)
    err = pthread_attr_getguardsize (&attr, &guard);
  pthread_attr_destroy (&attr);
  if (err != 0)
    return err;
  stack->low = (uintptr_t)low;
  stack->guard = stack->low - guard;
  return 0;
}

size_t
os_signal_stack_size (void)
{
  long size = sysconf (_SC_SIGSTKSZ);
  return (size > 0 ? (size_t)size : 16384) + HANDLER_ROOM;
}

int
os_signal_stack_set (void *memory)
{
  stack_t stack = { .ss_sp = memory, .ss_flags = SS_DISABLE };
  if (memory != NULL)
    {
      stack.ss_flags = 0;
      stack.ss_size = os_signal_stack_size ();
    }
  return sigaltstack (&stack, NULL) == 0 ? 0 : errno;
}

/* The fault comes again when the handler returns, and then takes the default
   action where it was, for the core file.  A signal that somebody sent has to
   be sent again.  */
static void
handle_fault (int signal_number, siginfo_t *info, void *context)
{
  (void)context;
  int saved = errno;
  if (info->si_code > 0)
    tell_fault ((uintptr_t)info->si_addr);
  signal (signal_number, SIG_DFL);
  if (info->si_code <= 0)
    raise (signal_number);
  errno = saved;
}

bool
os_faults_watch (void (*tell) (uintptr_t address))
{
  struct sigaction old;
  if (sigaction (SIGSEGV, NULL, &old) != 0 || (old.sa_flags & SA_SIGINFO) != 0
      || old.sa_handler != SIG_DFL)
    return false;
  tell_fault = tell;
  struct sigaction action
      = { .sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  sigemptyset (&action.sa_mask);
  return sigaction (SIGSEGV, &action, NULL) == 0;
}
