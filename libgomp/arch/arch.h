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

#endif
