/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the files of libomp.so.5: the structures that clang's code passes,
   the table of libgomp.so.1, the calling thread.  */

#ifndef LIBOMP_H
#define LIBOMP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/tls.h"
#include "base/compiler.h"
#include "offgomp_core.h"

/* The source location of a construct.  */
struct ident
{
  int32_t reserved; /* first a struct offgomp_location */
  int32_t flags;
  int32_t reserved_2;
  int32_t length;
  const char *text; /* ";file;function;line;column;;" */
};

static inline const struct offgomp_location *
libomp_location (const struct ident *at)
{
  return (const struct offgomp_location *)(const void *)at;
}

/* In ident.flags: atomic operations may do the reduction, too.  */
#define IDENT_ATOMIC_REDUCTION 0x10

/* The lock of a critical construct, which the compiler makes: 32 bytes.  */
struct critical_name
{
  uint64_t own; /* a lock for core.critical_begin */
  void *lock;   /* the lock that is used: OWN or gcc's; NULL: not known yet.
                   Reductions use OWN */
  uint64_t reserved[2];
};

/* The function of a region.  Its further arguments are words; the compiler
   passes their number.  */
typedef void (*microtask) (int32_t *thread, int32_t *number, ...);

/* The functions of libgomp.so.1.  This is a copy of its table, so a call need
   not load the table's address.  Set when the library is loaded.  */
HIDDEN extern struct offgomp_core core;

/* The distance by which a thread finds its data, which libgomp.so.1 stores; 0:
   not known, or threads are observed.  Relaxed: a number.  */
HIDDEN extern _Atomic intptr_t libomp_distance;

/* Threads may be observed: call the functions of the core for events.  */
static inline bool
libomp_may_be_observed (void)
{
  return unlikely (atomic_load_explicit (&libomp_distance, memory_order_relaxed)
                   == 0);
}

/* The data of the calling thread, or NULL: use libomp_thread, which may be a
   call.  It is NULL while threads are observed, so a function that tests it has
   a branch to its observed instance at no cost.  */
static inline struct offgomp_thread *
libomp_thread_fast (void)
{
  intptr_t distance
      = atomic_load_explicit (&libomp_distance, memory_order_relaxed);
  if (likely (distance != 0))
    {
      char *self = arch_tls_load (distance);
      if (likely (self != NULL))
        return (struct offgomp_thread *)(void *)(self + core.thread_offset);
    }
  return NULL;
}

HIDDEN struct offgomp_thread *libomp_find_thread (void) COLD;

static inline struct offgomp_thread *
libomp_thread (void)
{
  struct offgomp_thread *me = libomp_thread_fast ();
  return likely (me != NULL) ? me : libomp_find_thread ();
}

/* Give the thread a number, and return it.  */
HIDDEN int32_t libomp_number_thread (struct offgomp_thread *me) COLD;

/* The number of the calling thread, which ME belongs to, in the calls of the
   compiler.  */
static inline int32_t
libomp_number_of (struct offgomp_thread *me)
{
  int32_t number = me->number;
  return likely (number != 0) ? number - 1 : libomp_number_thread (me);
}

static inline int32_t
libomp_number (void)
{
  return libomp_number_of (libomp_thread ());
}

/* The number of threads that have a number.  */
HIDDEN int libomp_known_threads (void);

/* An invariant, see libgomp/base/invariant.h.  TEXT: what it means that
   CONDITION does not hold.  */
#ifdef ENABLE_CHECKING
#  define libomp_invariant(condition, text)                                    \
    (likely (condition) ? (void)0                                              \
                        : core.fatal ("invariant broken: " text                \
                                      "\n  " #condition " does not hold"))
#else
#  define libomp_invariant(condition, text) ((void)sizeof (!(condition)))
#endif

/* The argument of core.cancel for KIND, the compiler's number of the construct:
   parallel (1), loop, sections, taskgroup.  */
static inline int
libomp_cancel_kind (int32_t kind)
{
  return 1 << (kind - 1);
}

/* Run FN with the COUNT words ARGS in a team (fork.c).  THREADS, BIND: 0
   without a clause.  */
HIDDEN void libomp_fork_words (int32_t count, microtask fn, uint32_t threads,
                               uint32_t bind, void **args);

/* Begin LOOP, which consists of the first loop, or the first few, of the nest
   that __kmpc_doacross_init has announced (doacross.c).  */
HIDDEN void libomp_doacross_begin (struct offgomp_loop *loop);

#endif
