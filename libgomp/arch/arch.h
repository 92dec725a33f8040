/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What differs between processors.  A capability that the processor's part
   does not define gets the generic form below.  */

#ifndef GOMP_ARCH_ARCH_H
#define GOMP_ARCH_ARCH_H

#include <stdint.h>

#if defined __x86_64__ || defined __i386__
/* Tell the core that this is a spin loop.  */
static inline void
arch_pause (void)
{
  __builtin_ia32_pause ();
}
#  define arch_pause arch_pause

/* A cheap, steadily rising counter of unknown unit, for bounding spins.  */
static inline uint64_t
arch_ticks (void)
{
  return __builtin_ia32_rdtsc ();
}
#  define arch_ticks arch_ticks
#endif

#ifdef __aarch64__
static inline void
arch_pause (void)
{
  __asm__ volatile("isb" ::: "memory");
}
#  define arch_pause arch_pause

static inline uint64_t
arch_ticks (void)
{
  uint64_t v;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(v));
  return v;
}
#  define arch_ticks arch_ticks
#endif

/* The processor's name for Linux, which marks processors with other system call
   numbers.  */
#if defined __x86_64__ && !defined __ILP32__
#  define ARCH_AUDIT 0xc000003eu
#elif defined __aarch64__ && !defined __ILP32__ && !defined __AARCH64EB__
#  define ARCH_AUDIT 0xc00000b7u
#endif

#if defined __x86_64__ && !defined __ILP32__
/* The thread pointer; at least an address that differs between the threads of a
   process.  */
static inline uintptr_t
arch_thread (void)
{
  uintptr_t pointer;
  __asm__("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}
#  define arch_thread arch_thread
#endif

#if defined __aarch64__ || defined __riscv || defined __s390x__                \
    || defined __i386__
static inline uintptr_t
arch_thread (void)
{
  return (uintptr_t)__builtin_thread_pointer ();
}
#  define arch_thread arch_thread
#endif

#ifdef __powerpc64__
static inline uintptr_t
arch_thread (void)
{
  register uintptr_t pointer __asm__("r13");
  __asm__("" : "=r"(pointer));
  return pointer;
}
#  define arch_thread arch_thread
#endif

#ifndef arch_pause
static inline void
arch_pause (void)
{
  __asm__ volatile("" ::: "memory");
}
#endif

#ifndef arch_ticks
#  include "os/os.h"
static inline uint64_t
arch_ticks (void)
{
  return os_time_ns ();
}
#endif

#ifndef arch_thread
#  include <errno.h>
static inline uintptr_t
arch_thread (void)
{
  return (uintptr_t)&errno;
}
#endif

#endif
