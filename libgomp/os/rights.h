/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Has the process changed its user or its groups?  Part of the contract of
   os.h, with its general promise.

   The C library makes such a change in all threads, by interrupting them.  A
   thread that waits for events keeps a watch, which records the interruption.
   Other threads see in the watch, without a system call, if there was a
   change.  */

#ifndef GOMP_OS_RIGHTS_H
#define GOMP_OS_RIGHTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct os_rights
{
  unsigned user[3];  /* real, effective, saved */
  unsigned group[3]; /* real, effective, saved */
  int groups;        /* number of further groups */
};

enum os_rights_change
{
  OS_RIGHTS_SAME,
  OS_RIGHTS_OTHER, /* the effective ones differ: the process can restore its
                      rights */
  OS_RIGHTS_GONE   /* the real or the saved ones have changed */
};

HIDDEN void os_rights_read (struct os_rights *rights);
/* Compare the calling thread's current rights with RIGHTS.  */
HIDDEN enum os_rights_change os_rights_compare (const struct os_rights *rights);

/* The kernel's layout: struct rseq.  */
struct os_rights_watch
{
  uint32_t cpu[2];          /* the kernel's */
  _Atomic uint64_t section; /* address of an os_rights_section; the kernel sets
                               0 if it interrupts the thread */
  uint32_t rest[4];         /* the kernel's */
} __attribute__ ((aligned (32)));

/* Code that the kernel would treat as critical if it were ever executed: struct
   rseq_cs.  */
struct os_rights_section
{
  uint32_t version;
  uint32_t flags;
  uint64_t start;
  uint64_t size;
  union
  {
    const void *handler;
    uint64_t word; /* as the kernel reads it; the pointer may be smaller */
  };
} __attribute__ ((aligned (32)));

/* The calling thread keeps WATCH as long as it lives.  If the system cannot do
   that, WATCH never shows a change.  */
HIDDEN void os_rights_watch (struct os_rights_watch *watch);
/* For the thread that keeps WATCH, before it waits: the change since RIGHTS.
   If there is none, the watch shows changes from now on.  */
HIDDEN enum os_rights_change os_rights_renew (struct os_rights_watch *watch,
                                              const struct os_rights *rights);

/* The section of a watch while nothing has changed.  */
HIDDEN extern const struct os_rights_section os_rights_kept;

/* Has nothing changed since the watch was renewed?  */
static inline bool
os_rights_are_kept (const struct os_rights_watch *watch)
{
  /* Relaxed: the kernel clears it before the C library's function returns.  */
  return likely (atomic_load_explicit (&watch->section, memory_order_relaxed)
                 == (uintptr_t)&os_rights_kept);
}

#endif
