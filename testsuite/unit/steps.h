/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counting instructions: the processor traps after each one between START_STEPS
   and STOP_STEPS, in the thread that executes these.  Before that, call
   prepare_steps.  Padding, which depends on addresses, does not count.  On
   processors other than x86-64 nothing is counted.  The file that includes this
   one defines _GNU_SOURCE first.  */

#ifndef UNIT_STEPS_H
#define UNIT_STEPS_H

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

static volatile long steps;

#ifdef __x86_64__
/* Is the instruction AT a nop?  */
static bool
is_padding (const unsigned char *at)
{
  while (*at == 0x66 || *at == 0x2e)
    at++;
  return *at == 0x90 || (at[0] == 0x0f && at[1] == 0x1f);
}

static void
count_step (int signal, siginfo_t *info, void *context)
{
  const ucontext_t *interrupted = context;
  (void)signal, (void)info;
  steps += !is_padding (
      (const unsigned char *)interrupted->uc_mcontext.gregs[REG_RIP]);
}

static void
prepare_steps (void)
{
  struct sigaction act;
  memset (&act, 0, sizeof (act));
  act.sa_sigaction = count_step;
  act.sa_flags = SA_SIGINFO;
  sigaction (SIGTRAP, &act, NULL);
}

/* The trap flag, beyond what the compiler may have below the stack pointer.  */
#  define SET_TRAP(operation)                                                  \
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tpushfq\n\t" operation         \
                     ", (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp" ::         \
                         : "memory", "cc")
#  define START_STEPS() SET_TRAP ("orq $0x100")
#  define STOP_STEPS() SET_TRAP ("andq $~0x100")
#else
static void
prepare_steps (void)
{
}

#  define START_STEPS()
#  define STOP_STEPS()
#endif

#endif
