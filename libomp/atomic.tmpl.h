/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The atomic operations of one type.  The includer defines
     TYPE          the type
     NAME(suffix)  __kmpc_atomic_ and the type's name, then the suffix
     WORD          the unsigned integer type of its size, or nothing if the
                   processor has no atomic operations of this size
     CAPTURE_BY_POINTER   if what other types return is written to where a
                   further argument points
     ATOMIC_...    its class, for atomics.def.  */

#if !defined TYPE || !defined NAME
#  error "atomic.tmpl.h: a parameter is missing"
#endif

#define AT struct ident *at, int32_t thread

/* *TO = OP (*TO, Y) or, reversed, OP (Y, *TO).  Returns the new value or the
   old one.  */
#ifdef WORD
static SPECIALIZED TYPE
NAME (_update) (TYPE *to, TYPE y, TYPE (*op) (TYPE a, TYPE b), bool reversed,
                bool returns_new)
{
  union
  {
    TYPE value;
    WORD word;
  } old, new;
  WORD *word = (WORD *)(void *)to;
  /* Relaxed: the exchange checks it.  Sequentially consistent: atomic
     constructs of the program, which asks for no weaker order here.  */
  old.word = __atomic_load_n (word, __ATOMIC_RELAXED);
  do
    new.value = reversed ? op (y, old.value) : op (old.value, y);
  while (!__atomic_compare_exchange_n (word, &old.word, new.word, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  return returns_new ? new.value : old.value;
}
#else
static SPECIALIZED TYPE
NAME (_update) (TYPE *to, TYPE y, TYPE (*op) (TYPE a, TYPE b), bool reversed,
                bool returns_new)
{
  GOMP_atomic_start ();
  TYPE old = *to;
  TYPE new = reversed ? op (y, old) : op (old, y);
  *to = new;
  GOMP_atomic_end ();
  return returns_new ? new : old;
}
#endif

#ifdef CAPTURE_BY_POINTER
#  define CAPTURED void
#  define CAPTURE_TO , TYPE *captured
#  define CAPTURE(value) *captured = value
#else
#  define CAPTURED TYPE
#  define CAPTURE_TO
#  define CAPTURE(value) return value
#endif

#define OPERATION(op, suffix, reversed)                                        \
  EXPORT void NAME (suffix) (AT, TYPE * to, TYPE y);                           \
  void NAME (suffix) (AT, TYPE * to, TYPE y)                                   \
  {                                                                            \
    (void)at;                                                                  \
    (void)thread;                                                              \
    NAME (_update) (to, y, op, reversed, false);                               \
  }
#define CAPTURING(op, suffix, reversed)                                        \
  EXPORT CAPTURED NAME (suffix) (AT, TYPE * to, TYPE y CAPTURE_TO,             \
                                 int returns_new);                             \
  CAPTURED NAME (suffix) (AT, TYPE * to, TYPE y CAPTURE_TO, int returns_new)   \
  {                                                                            \
    (void)at;                                                                  \
    (void)thread;                                                              \
    CAPTURE (NAME (_update) (to, y, op, reversed, returns_new != 0));          \
  }

#define UPDATE(name, expression)                                               \
  static inline TYPE NAME (_op_##name) (TYPE a, TYPE b)                        \
  {                                                                            \
    return (TYPE)(expression);                                                 \
  }                                                                            \
  OPERATION (NAME (_op_##name), _##name, false)                                \
  CAPTURING (NAME (_op_##name), _##name##_cpt, false)
#define EITHER(name, expression)                                               \
  UPDATE (name, expression)                                                    \
  OPERATION (NAME (_op_##name), _##name##_rev, true)                           \
  CAPTURING (NAME (_op_##name), _##name##_cpt_rev, true)
#include "atomics.def"
#undef UPDATE
#undef EITHER

/* Write, swap and read.  */
#ifndef ATOMIC_UNSIGNED
static inline TYPE
NAME (_second) (TYPE a, TYPE b)
{
  (void)a;
  return b;
}

OPERATION (NAME (_second), _wr, false)

EXPORT CAPTURED NAME (_swp) (AT, TYPE *to, TYPE y CAPTURE_TO);
CAPTURED
NAME (_swp) (AT, TYPE *to, TYPE y CAPTURE_TO)
{
  (void)at;
  (void)thread;
  CAPTURE (NAME (_update) (to, y, NAME (_second), false, false));
}

EXPORT TYPE NAME (_rd) (AT, TYPE *from);
TYPE
NAME (_rd) (AT, TYPE *from)
{
  (void)at;
  (void)thread;
#  ifdef WORD
  union
  {
    TYPE value;
    WORD word;
  } seen;
  /* Sequentially consistent: as in _update.  */
  seen.word = __atomic_load_n ((WORD *)(void *)from, __ATOMIC_SEQ_CST);
  return seen.value;
#  else
  GOMP_atomic_start ();
  TYPE seen = *from;
  GOMP_atomic_end ();
  return seen;
#  endif
}
#endif

#undef AT
#undef CAPTURED
#undef CAPTURE_TO
#undef CAPTURE
#undef OPERATION
#undef CAPTURING
#undef TYPE
#undef NAME
#undef WORD
