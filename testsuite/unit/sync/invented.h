/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What tests with an invented machine have in the place of the system's: all of
   os/affinity.c but os_affinity_read, which the test defines, and yields that
   take time slices.  */

#ifndef UNIT_SYNC_INVENTED_H
#define UNIT_SYNC_INVENTED_H

#include <errno.h>
#include <sched.h>

#include "os/cpu.h"
#include "os/os.h"

static unsigned slices; /* yields to come that take a time slice */
static unsigned yields;

int
os_affinity_get (int thread, unsigned long **mask, size_t *words)
{
  (void)thread, (void)mask, (void)words;
  return ENOSYS;
}

int
os_bind_thread (int thread, const unsigned long *mask, size_t words)
{
  (void)thread, (void)mask, (void)words;
  return ENOSYS;
}

/* In the place of the C library's.  */
int
sched_yield (void)
{
  uint64_t now = os_time_ns ();
  while (slices != 0 && os_time_ns () - now < SLICE_NS)
    continue;
  slices -= slices != 0;
  yields++;
  return 0;
}

#endif
