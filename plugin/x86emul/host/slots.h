/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's side of the slots that launches go through.  */

#ifndef PLUGIN_X86EMUL_HOST_SLOTS_H
#define PLUGIN_X86EMUL_HOST_SLOTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

struct x86emul_host_slot
{
  atomic_uint busy; /* 1: a thread owns the slot, and the members below */
  uint32_t number;  /* of the latest launch */
  _Atomic uint64_t function; /* of it, as in proto.h; for messages */
  atomic_bool is_acc;  /* it is a compute construct of OpenACC; likewise */
  bool served;         /* the device has a thread for it */
  bool unusable;       /* the device could not start one */
  unsigned shared_for; /* for so many launches the device's thread is
                      taken to be on the same CPU */
  void *task;          /* async_run's, while it is in progress; else
                          NULL */
} GOMP_CACHE_ALIGNED;

struct x86emul_slots
{
  atomic_uint used; /* slots 0 to this - 1 were claimed at least once */
  struct x86emul_host_slot slot[X86EMUL_SLOTS]; /* launches */
};

#endif
