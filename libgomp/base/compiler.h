/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Words for what the compiler can be told: visibility, likelihood, layout.
   Owns no data.  */

#ifndef GOMP_BASE_COMPILER_H
#define GOMP_BASE_COMPILER_H

/* The library is compiled with -fvisibility=hidden: HIDDEN documents a
   prototype that crosses modules, EXPORT marks what abi/ gives to programs
   (and libgomp.map must list).  */
#define HIDDEN __attribute__ ((visibility ("hidden")))
#define EXPORT __attribute__ ((visibility ("default")))

/* On the path of a barrier, a loop chunk, a task, a lookup or a launch: no
   malloc, no uncontended system call, no global lock.  */
#define HOT __attribute__ ((hot))
/* A function of a few instructions, which should lie in one line: the loop that
   calls it takes a fourth longer otherwise.  */
#define IN_ONE_LINE __attribute__ ((aligned (32)))
#define COLD __attribute__ ((cold, noinline))
#define NOINLINE __attribute__ ((noinline))
/* A body that there is once for each value of its parameters of type bool that
   callers give as constants.  */
#define INSTANCE inline __attribute__ ((always_inline))
/* A function that gives the address of a thread-local variable: the resolver
   of its descriptor may disturb registers that only a call may disturb.  */
#ifdef __clang__
#  define TLS_ACCESS NOINLINE
#else
#  define TLS_ACCESS __attribute__ ((noipa))
#endif
#define PRINTF_LIKE(fmt, first) __attribute__ ((format (printf, fmt, first)))

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Objects written by different threads are kept this many bytes apart.  Two
   lines, because x86 prefetches lines in pairs.  */
#define GOMP_CACHE_LINE 64
#define GOMP_CACHE_ALIGNED __attribute__ ((aligned (2 * GOMP_CACHE_LINE)))

#define GOMP_ARRAY_SIZE(a) (sizeof (a) / sizeof ((a)[0]))
#define container_of(ptr, type, member)                                        \
  ((type *)((char *)(ptr)-offsetof (type, member)))

/* Invariants.  gomp_assert is always compiled (cheap ones only);
   gomp_check_assert only under --enable-checking.  */
HIDDEN _Noreturn void gomp_assert_failed (const char *expr, const char *file,
                                          int line);
#define gomp_assert(e)                                                         \
  (likely (e) ? (void)0 : gomp_assert_failed (#e, __FILE__, __LINE__))
#ifdef ENABLE_CHECKING
#  define gomp_check_assert(e) gomp_assert (e)
#else
#  define gomp_check_assert(e) ((void)sizeof (e))
#endif

#endif
