/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the files of libomp.so.5 share: what clang's code passes, the table of
   libgomp.so.1, and the calling thread.  */

#ifndef LIBOMP_H
#define LIBOMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/tls.h"
#include "base/compiler.h"
#include "offgomp_core.h"

/* Where a construct is in the program.  */
struct ident
{
  int32_t reserved;
  int32_t flags;
  int32_t reserved_2;
  int32_t length;
  const char *text; /* ";file;function;line;column;;" */
};

/* In ident.flags: the reduction may also be done by atomic operations.  */
#define IDENT_ATOMIC_REDUCTION 0x10

/* The lock of a critical construct, which the compiler makes: 32 bytes.  */
struct critical_name
{
  uint64_t own; /* a lock, as core.critical_begin wants it */
  void *lock;   /* the one that is used: this or gcc's; NULL: not known yet.
                   Reductions use their own */
  uint64_t reserved[2];
};

/* A region: its arguments are words, as many as the compiler says.  */
typedef void (*microtask) (int32_t *thread, int32_t *number, ...);

/* The functions of libgomp.so.1: a copy, so that a call need not load the
   table's address.  Set when the library is loaded.  */
HIDDEN extern struct offgomp_core core;

/* Where a thread finds its data, see offgomp_core.h; 0: not known yet.  */
HIDDEN extern intptr_t libomp_distance;
HIDDEN struct offgomp_thread *libomp_find_thread (void) COLD;

/* The data of the calling thread.  */
static inline struct offgomp_thread *
libomp_thread (void)
{
  intptr_t distance = libomp_distance;
  if (likely (distance != 0))
    {
      char *self = arch_tls_load (distance);
      if (likely (self != NULL))
        return (struct offgomp_thread *)(void *)(self + core.thread_offset);
    }
  return libomp_find_thread ();
}

/* Gives it a number; returns it.  */
HIDDEN int32_t libomp_number_thread (struct offgomp_thread *me) COLD;

/* The number of the calling thread in the calls of the compiler.  */
static inline int32_t
libomp_number (void)
{
  struct offgomp_thread *me = libomp_thread ();
  int32_t number = me->number;
  return likely (number != 0) ? number - 1 : libomp_number_thread (me);
}

/* How many threads have got one.  */
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

/* What the compiler calls parallel (1), loop, sections and taskgroup, as
   core.cancel wants it.  */
static inline int
libomp_cancel_kind (int32_t kind)
{
  return 1 << (kind - 1);
}

/* Begin LOOP, the first one or more of the nest that __kmpc_doacross_init has
   announced (doacross.c).  */
HIDDEN void libomp_doacross_begin (struct offgomp_loop *loop);

#endif
