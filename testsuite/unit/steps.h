/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counting instructions: the processor traps after each one between START_STEPS
   and STOP_STEPS, in the thread that executes these.  Before that, call signal
   (SIGTRAP, count_step).  On processors other than x86-64 nothing is
   counted.  */

#ifndef UNIT_STEPS_H
#define UNIT_STEPS_H

#include <signal.h>

static volatile long steps;

static void
count_step (int signal)
{
  (void)signal;
  steps++;
}

#ifdef __x86_64__
/* The trap flag, beyond what the compiler may have below the stack pointer.  */
#  define SET_TRAP(operation)                                                  \
    __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tpushfq\n\t" operation         \
                     ", (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp" ::         \
                         : "memory", "cc")
#  define START_STEPS() SET_TRAP ("orq $0x100")
#  define STOP_STEPS() SET_TRAP ("andq $~0x100")
#else
#  define START_STEPS()
#  define STOP_STEPS()
#endif

#endif
