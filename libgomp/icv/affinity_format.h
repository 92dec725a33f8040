/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The affinity format: what OMP_DISPLAY_AFFINITY and omp_capture_affinity say
   about a thread (OpenMP 5.1 sections 6.14 and 3.3).  */

#ifndef GOMP_ICV_AFFINITY_FORMAT_H
#define GOMP_ICV_AFFINITY_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/fork.h"
#include "base/strbuf.h"

/* What the fields of a format stand for.  */
struct gomp_affinity_values
{
  int team_num;        /* %t */
  int num_teams;       /* %T */
  int level;           /* %L */
  int thread_num;      /* %n */
  int num_threads;     /* %N */
  int ancestor;        /* %a; -1 outside of regions */
  int place;           /* for %A; -1: ask the system */
  int tid;             /* for %A: the thread, 0: the caller */
  uintptr_t thread_id; /* %i: pthread_self () of the thread */
};

/* Append the text of FORMAT, LENGTH bytes.  An error (recorded): a field that
   does not exist or is not well formed.  */
HIDDEN enum gomp_status
gomp_affinity_print (struct gomp_strbuf *sb, const char *format, size_t length,
                     const struct gomp_affinity_values *values);

/* The same with affinity-format-var.  */
HIDDEN enum gomp_status
gomp_affinity_print_default (struct gomp_strbuf *sb,
                             const struct gomp_affinity_values *values);

/* affinity-format-var, copied into a buffer: always NUL terminated; returns
   its whole length.  Any thread.  */
HIDDEN size_t gomp_affinity_format_get (char *buffer, size_t size);
HIDDEN void gomp_affinity_format_set (const char *format, size_t length);

/* Print a line with VALUES in affinity-format-var on stderr.  */
HIDDEN enum gomp_status
gomp_affinity_display (const struct gomp_affinity_values *values);

/* How runs of CPUs are written: 0-3,5 or 0:4,5.  */
enum gomp_mask_style
{
  GOMP_MASK_RANGES,
  GOMP_MASK_COUNTS
};
HIDDEN void gomp_affinity_print_mask (struct gomp_strbuf *sb,
                                      const unsigned long *mask, size_t words,
                                      enum gomp_mask_style style);

/* See base/fork.h.  */
HIDDEN void gomp_affinity_fork (enum gomp_fork when);

#endif
