/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stacks of threads, and faults on them, on Linux; see stack.h.  Owns the
   function that faults are reported to, which is set once.  */

#include "os/stack.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/os.h"
#include "os/pages.h"

/* Room for the frames of handlers, in addition to the kernel's: the program's
   handlers had a whole stack before.  */
#define HANDLER_ROOM 65536

static void (*report_fault) (uintptr_t address);

int
os_stack_get (pthread_t thread, struct os_stack *stack)
{
  pthread_attr_t attr;
  int err = pthread_getattr_np (thread, &attr);
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
#ifdef _SC_SIGSTKSZ
  long least = sysconf (_SC_SIGSTKSZ);
#else
  long least = SIGSTKSZ;
#endif
  size_t page = os_page_size ();
  size_t size = HANDLER_ROOM + (least > 0 ? (size_t)least : 0);
  return (size + page - 1) / page * page;
}

int
os_signal_stack_begin (void **stack)
{
  size_t size = os_signal_stack_size ();
  size_t guard = os_page_size ();
  void *pages;
  int err = os_pages_alloc (guard + size, OS_NUMA_ANYWHERE, false, &pages);
  if (err != 0)
    return err;
  int saved = errno;
  stack_t alternate = { .ss_sp = (char *)pages + guard, .ss_size = size };
  if (mprotect (pages, guard, PROT_NONE) != 0
      || sigaltstack (&alternate, NULL) != 0)
    {
      err = errno;
      os_pages_free (pages, guard + size);
    }
  else
    *stack = pages;
  errno = saved;
  return err;
}

void
os_signal_stack_end (void *stack)
{
  int saved = errno;
  stack_t none = { .ss_flags = SS_DISABLE };
  sigaltstack (&none, NULL);
  os_pages_free (stack, os_page_size () + os_signal_stack_size ());
  errno = saved;
}

/* When the handler returns, the fault happens again, and the default action is
   taken at the faulting instruction, for the core file.  A signal that a
   process sent has to be sent again.  */
static void
handle_fault (int signal_number, siginfo_t *info, void *context)
{
  (void)context;
  int saved = errno;
  if (info->si_code > 0)
    report_fault ((uintptr_t)info->si_addr);
  signal (signal_number, SIG_DFL);
  if (info->si_code <= 0)
    raise (signal_number);
  errno = saved;
}

bool
os_faults_watch (void (*report) (uintptr_t address))
{
  struct sigaction old;
  if (sigaction (SIGSEGV, NULL, &old) != 0 || (old.sa_flags & SA_SIGINFO) != 0
      || old.sa_handler != SIG_DFL)
    return false;
  report_fault = report;
  struct sigaction action
      = { .sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  sigemptyset (&action.sa_mask);
  return sigaction (SIGSEGV, &action, NULL) == 0;
}
