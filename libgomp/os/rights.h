/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Has the process changed its user or its groups?  Part of the contract of
   os.h, with its general promise.

   The C library makes such a change in all threads, which it interrupts for
   that.  A thread that waits for events can so be told of it: it keeps a watch,
   and others see in that without a system call whether there was a change.  */

#ifndef GOMP_OS_RIGHTS_H
#define GOMP_OS_RIGHTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct os_rights
{
  unsigned user[3];  /* real, effective, saved */
  unsigned group[3]; /* likewise */
  int groups;        /* how many more */
};

enum os_rights_change
{
  OS_RIGHTS_SAME,
  OS_RIGHTS_OTHER, /* for now: the process can take back what it had */
  OS_RIGHTS_GONE   /* the real or the saved ones are others */
};

HIDDEN void os_rights_read (struct os_rights *rights);
/* What the calling thread has now, beside RIGHTS.  */
HIDDEN enum os_rights_change os_rights_compare (const struct os_rights *rights);

/* As the kernel knows it: struct rseq.  */
struct os_rights_watch
{
  uint32_t cpu[2];          /* the kernel's */
  _Atomic uint64_t section; /* address of one of those below; 0, by the kernel:
                               the thread was interrupted */
  uint32_t rest[4];         /* the kernel's */
} __attribute__ ((aligned (32)));

/* Code that the kernel takes to be critical, were it ever executed: struct
   rseq_cs.  */
struct os_rights_section
{
  uint32_t version;
  uint32_t flags;
  uint64_t start;
  uint64_t size;
  uint64_t handler;
} __attribute__ ((aligned (32)));

/* Keep WATCH, by the calling thread, for as long as it lives.  Where the system
   cannot, it always looks as if there was no change.  */
HIDDEN void os_rights_watch (struct os_rights_watch *watch);
/* Before the thread that keeps WATCH waits: what has changed since RIGHTS; from
   now on the watch tells whether something did, if nothing has.  */
HIDDEN enum os_rights_change os_rights_renew (struct os_rights_watch *watch,
                                              const struct os_rights *rights);

/* That the watch is in while nothing has changed.  */
HIDDEN extern const struct os_rights_section os_rights_kept;

/* Whether nothing has changed since the watch was renewed.  */
static inline bool
os_rights_are_kept (const struct os_rights_watch *watch)
{
  /* Relaxed: the kernel clears it before the C library's function returns.  */
  return likely (atomic_load_explicit (&watch->section, memory_order_relaxed)
                 == (uintptr_t)&os_rights_kept);
}

#endif
