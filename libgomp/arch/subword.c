/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic operations on one and two bytes where the compiler calls functions for
   them, as GCC before 14 does for RISC-V.  The functions are libatomic's, which
   the library does without.  These have the same names, are not exported, and
   work on the aligned word around the object, so objects may be shared with
   code that uses libatomic or instructions.  Any thread.

   The order that a caller asks for is not looked at: all are sequentially
   consistent.  */

#include "base/compiler.h"

#if defined __riscv && !defined __clang__ && __GNUC__ < 14

#  include <stdatomic.h>
#  include <stdbool.h>
#  include <stdint.h>

/* Where an object is; RISC-V's memory is little endian.  */
struct place
{
  _Atomic uint32_t *word;
  unsigned shift; /* of the object's value in the word */
  uint32_t mask;  /* of its bits there */
};

static inline struct place
find (volatile void *object, unsigned bytes)
{
  uintptr_t address = (uintptr_t)object;
  unsigned shift = 8 * (address % sizeof (uint32_t));
  return (struct place){ .word = (void *)(address & -sizeof (uint32_t)),
                         .shift = shift,
                         .mask = ((UINT32_C (1) << 8 * bytes) - 1) << shift };
}

static inline uint32_t
put (const struct place *p, uint32_t word, uint32_t value)
{
  return (word & ~p->mask) | (value << p->shift & p->mask);
}

/* The function __atomic_NAME_BYTES; RESULT is the new value, where OLD is the
   former one and OPERAND what the caller passes.  */
#  define DEFINE(name, bytes, type, result)                                    \
    HIDDEN type name##_##bytes (volatile void *object, type operand,           \
                                int order) __asm__("__atomic_" #name           \
                                                   "_" #bytes);                \
    type name##_##bytes (volatile void *object, type operand, int order)       \
    {                                                                          \
      (void)order;                                                             \
      struct place p = find (object, bytes);                                   \
      uint32_t before = atomic_load_explicit (p.word, memory_order_relaxed);   \
      type old;                                                                \
      do                                                                       \
        old = (type)(before >> p.shift);                                       \
      while (!atomic_compare_exchange_weak (                                   \
          p.word, &before, put (&p, before, (type)(result))));                 \
      return old;                                                              \
    }

#  define DEFINE_COMPARE_EXCHANGE(bytes, type)                                 \
    HIDDEN bool compare_exchange_##bytes (                                     \
        volatile void *object, void *expected, type desired, int success,      \
        int failure) __asm__("__atomic_compare_exchange_" #bytes);             \
    bool compare_exchange_##bytes (volatile void *object, void *expected,      \
                                   type desired, int success, int failure)     \
    {                                                                          \
      (void)success;                                                           \
      (void)failure;                                                           \
      struct place p = find (object, bytes);                                   \
      type *wanted = expected;                                                 \
      uint32_t before = atomic_load (p.word);                                  \
      while ((type)(before >> p.shift) == *wanted)                             \
        if (atomic_compare_exchange_weak (p.word, &before,                     \
                                          put (&p, before, desired)))          \
          return true;                                                         \
      *wanted = (type)(before >> p.shift);                                     \
      return false;                                                            \
    }

#  define DEFINE_ALL(bytes, type)                                              \
    DEFINE (exchange, bytes, type, operand)                                    \
    DEFINE (fetch_add, bytes, type, old + operand)                             \
    DEFINE (fetch_sub, bytes, type, old - operand)                             \
    DEFINE (fetch_and, bytes, type, (old) & (operand))                         \
    DEFINE (fetch_or, bytes, type, (old) | (operand))                          \
    DEFINE (fetch_xor, bytes, type, (old) ^ (operand))                         \
    DEFINE_COMPARE_EXCHANGE (bytes, type)

DEFINE_ALL (1, uint8_t)
DEFINE_ALL (2, uint16_t)
#endif
