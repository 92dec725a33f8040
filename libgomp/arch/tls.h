/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a thread-local variable of the library lies, if that is at the same
   distance from the thread pointer in all threads.

   The library may be loaded at any time, so the compiler's access to such a
   variable is a call to a resolver, which costs more than many an entry point
   does besides.  But the loader mostly finds room for the variable in the block
   that it lays out for each thread in front of its thread pointer, and says so
   in the variable's descriptor: its second word, the resolver's argument, is
   then the distance (Oliva and Araujo, "Speeding up thread-local storage access
   in dynamic libraries", 2006).  Otherwise that word is an address.  */

#ifndef GOMP_ARCH_TLS_H
#define GOMP_ARCH_TLS_H

#include <stdint.h>

#if defined __x86_64__ && !defined __ILP32__
#  define ARCH_HAS_TLS_DISTANCE 1

/* Defines the function NAME: the distance of VARIABLE, hidden in this library,
   from the thread pointer, or 0: unknown, or not the same in all threads.  The
   linker of an executable puts the distance itself where the address of the
   descriptor would be.  */
#  define ARCH_TLS_DISTANCE(name, variable)                                    \
    static intptr_t name (void)                                                \
    {                                                                          \
      intptr_t pointer;                                                        \
      intptr_t descriptor;                                                     \
      __asm__("movq %%fs:0, %0" : "=r"(pointer));                              \
      __asm__("leaq " #variable "@tlsdesc(%%rip), %%rax" : "=a"(descriptor));  \
      intptr_t distance = (intptr_t) & (variable)-pointer;                     \
      if (descriptor == distance                                               \
          || ((const intptr_t *)descriptor)[1] == distance)                    \
        return distance;                                                       \
      return 0;                                                                \
    }

/* The pointer at DISTANCE from the thread pointer.  With 0 this is the thread
   pointer itself, as the ABI has it, and so is the first word it points to.  */
#  define ARCH_TLS_NO_DISTANCE_READS_NONZERO 1
static inline void *
arch_tls_load (intptr_t distance)
{
  void *value;
  __asm__("movq %%fs:(%1), %0" : "=r"(value) : "r"(distance) : "memory");
  return value;
}
#else
#  define ARCH_HAS_TLS_DISTANCE 0
#endif

#endif
