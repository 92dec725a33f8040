/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Attributes for the compiler: visibility, likelihood, layout.  Owns no
   data.  */

#ifndef GOMP_BASE_COMPILER_H
#define GOMP_BASE_COMPILER_H

/* The library is compiled with -fvisibility=hidden: HIDDEN documents a
   prototype that crosses modules, EXPORT marks what abi/ gives to programs
   (and libgomp.map must list).  */
#define HIDDEN __attribute__ ((visibility ("hidden")))
#define EXPORT __attribute__ ((visibility ("default")))

/* Marks functions on the path of a barrier, a loop chunk, a task, a lookup or a
   launch: no malloc, no system call when uncontended, no global lock.  Each
   begins a cache line, so that its speed does not depend on the size of other
   functions (row single-nowait with 4 and 8 threads: 0.95).  */
#define HOT __attribute__ ((hot, aligned (64)))
/* Place the beginning of a function in one cache line: otherwise a loop that
   calls it takes a quarter longer (rows thread-num, task-if0).  */
#define IN_ONE_LINE __attribute__ ((aligned (32)))
#define COLD __attribute__ ((cold, noinline))
/* Called by the dynamic linker as it loads the library; and as the library is
   unloaded or the program ends, after the other destructors.  */
#define CONSTRUCTOR __attribute__ ((constructor))
#define LAST_DESTRUCTOR __attribute__ ((destructor (101)))
#define NOINLINE __attribute__ ((noinline))
/* Always inline: the compiler makes one specialised copy for each constant
   value of the bool parameters.  */
#define SPECIALIZED inline __attribute__ ((always_inline))
/* For a function that returns the address of a thread-local variable.  It is
   not inlined: the resolver in the variable's descriptor may clobber registers
   that only a call may clobber.  */
#ifdef __clang__
#  define TLS_ACCESS NOINLINE
#else
#  define TLS_ACCESS __attribute__ ((noipa))
#endif
#define PRINTF_LIKE(fmt, first) __attribute__ ((format (printf, fmt, first)))

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Keep objects that different threads write this many bytes apart.  Two lines,
   because x86 prefetches lines in pairs.  */
#define GOMP_CACHE_LINE 64
#define GOMP_CACHE_ALIGNED __attribute__ ((aligned (2 * GOMP_CACHE_LINE)))

#define GOMP_ARRAY_SIZE(a) (sizeof (a) / sizeof ((a)[0]))
#define container_of(ptr, type, member)                                        \
  ((type *)((char *)(ptr)-offsetof (type, member)))

#endif
