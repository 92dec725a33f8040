/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stacks of threads, and faults on them.  */

#ifndef GOMP_OS_STACK_H
#define GOMP_OS_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* A thread's stack.  */
struct os_stack
{
  uintptr_t guard; /* first byte of the pages below it that fault */
  uintptr_t low;   /* first byte of the stack */
  size_t size;     /* bytes of it */
};
HIDDEN int os_stack_get (pthread_t thread, struct os_stack *stack);

/* The size of a stack for signal handlers: the kernel's frame, and room for the
   handlers' frames.  A multiple of the page size.  */
HIDDEN size_t os_signal_stack_size (void);
/* Give the calling thread a separate stack for signal handlers, including the
   program's; a handler that needs more faults.  Pass *STACK to
   os_signal_stack_end.  */
HIDDEN int os_signal_stack_begin (void **stack);
HIDDEN void os_signal_stack_end (void *stack);

/* Call REPORT with the address of each fault, on the thread's signal stack if
   it has one, before the fault ends the process as usual.  Returns false, and
   does nothing, if the program has a handler.  REPORT must be async-signal
   safe, as far as a thread that is about to end the process needs to be.  */
HIDDEN bool os_faults_watch (void (*report) (uintptr_t address));

#endif
