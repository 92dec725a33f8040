/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running regions.  */

#ifndef PLUGIN_X86EMUL_HOST_LAUNCH_H
#define PLUGIN_X86EMUL_HOST_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* A region to run.  */
struct x86emul_launch
{
  uint64_t function;           /* device address */
  uint64_t block;              /* device address of the argument block */
  int32_t num_teams;           /* target argument; 0: none */
  int32_t thread_limit;        /* likewise */
  uint32_t log;                /* see proto.h */
  void (*waits) (bool sleeps); /* called by a thread whose wait for the end is
                                  not short: now and then while it spins, and
                                  before it SLEEPS; or NULL */
};

/* Read the target arguments ARGS into L.  */
HIDDEN void x86emul_launch_decode (struct x86emul_launch *l, void **args) HOT;
/* Run L and wait for its end; on failure the error is recorded.  */
HIDDEN enum gomp_status x86emul_launch_run (struct x86emul_device *d,
                                            const struct x86emul_launch *l) HOT;

/* For launches without a waiting thread: take a free slot and return its number
   (-1: none is free), start L in it, release it.  WAITS as in x86emul_launch,
   called before the device is asked for a thread.  */
HIDDEN int x86emul_launch_claim (struct x86emul_device *d,
                                 void (*waits) (bool sleeps)) HOT;
HIDDEN void x86emul_launch_start (struct x86emul_device *d, unsigned slot,
                                  const struct x86emul_launch *l,
                                  bool notify) HOT;
HIDDEN void x86emul_launch_release (struct x86emul_device *d,
                                    unsigned slot) HOT;

#endif
