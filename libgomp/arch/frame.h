/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The registers by which frames of the stack are found: where they are now, and
   their numbers in unwind tables (DWARF).  */

#ifndef GOMP_ARCH_FRAME_H
#define GOMP_ARCH_FRAME_H

#include <stdint.h>

/* Of a function that is in an instruction, or about to execute it.  */
struct arch_frame
{
  uintptr_t code;  /* the instruction's address */
  uintptr_t stack; /* stack pointer */
  uintptr_t base;  /* frame pointer, if the function has one */
};

#if defined __x86_64__ && !defined __ILP32__
#  define ARCH_HAS_FRAME 1
#  define ARCH_FRAME_STACK 7
#  define ARCH_FRAME_BASE 6
#  define ARCH_FRAME_RETURN 16

/* Of the function that uses this.  */
#  define ARCH_FRAME_HERE(frame)                                               \
    __asm__ volatile("leaq 0f(%%rip), %0\n"                                    \
                     "0:	movq %%rsp, %1\n"                                     \
                     "	movq %%rbp, %2"                                         \
                     : "=r"((frame).code), "=r"((frame).stack),                \
                       "=r"((frame).base))
#else
#  define ARCH_HAS_FRAME 0
#endif

#endif
