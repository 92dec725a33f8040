/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address of a thread-local variable of the library, if it is at the same
   distance from the thread pointer in all threads.

   The library may be loaded at any time, so the compiler accesses such a
   variable by a call to a resolver, which costs more than the rest of many
   entry points.  But the loader mostly finds room for the variable in the block
   that it lays out for each thread before its thread pointer.  The variable's
   descriptor shows this: its second word, the resolver's argument, is then the
   distance (Oliva and Araujo, "Speeding up thread-local storage access in
   dynamic libraries", 2006).  Otherwise that word is an address.  */

#ifndef GOMP_ARCH_TLS_H
#define GOMP_ARCH_TLS_H

#include <stdint.h>

#if defined __x86_64__ && !defined __ILP32__
#  define ARCH_HAS_TLS_DISTANCE 1

/* Defines the function NAME: the distance of VARIABLE, hidden in this library,
   from the thread pointer, or 0 if it is unknown or not the same in all
   threads.  In an executable the linker puts the distance itself in place of
   the descriptor's address.  */
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
   pointer itself: by the ABI, the first word that it points to is the thread
   pointer again.  */
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
