/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's part of records of events in regions (struct x86emul_trace in
   proto.h); the hooks for them in plugin/hooks.def.  */

#ifndef PLUGIN_X86EMUL_HOST_TRACE_H
#define PLUGIN_X86EMUL_HOST_TRACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "proto.h"
#include "sync/mutex.h"

struct x86emul_device;

/* So many launches may begin while records of one of them still come; records
   of an older one name no target.  */
#define X86EMUL_TRACED_LAUNCHES 65536u

struct x86emul_traced
{
  uint32_t number;    /* as in the launch's log; 0: none yet */
  uint64_t target_id; /* what tools know it by */
};

struct x86emul_tracer
{
  struct gomp_mutex lock;             /* guards launches and last, and the
                                         making of the ring */
  struct x86emul_trace *_Atomic ring; /* NULL: none yet */
  atomic_uint taken;                  /* records taken so far; the taker's */
  unsigned calls;                     /* of those in the ring, what the waiting
                                         thread has seen */
  uint64_t wanted, asked;             /* types that are, or ever were, wanted;
                                         guarded by lock */
  atomic_bool is_overwritten;         /* and that was reported */
  struct x86emul_traced *launches;    /* by number modulo their count */
  uint32_t last;                      /* number of the latest launch */
};

HIDDEN enum gomp_status x86emul_trace_set (struct x86emul_device *d,
                                           uint64_t types);
HIDDEN void x86emul_trace_launch (struct x86emul_device *d, uint64_t target_id);
/* The number of the calling thread's next launch; 0: it is not traced.  */
HIDDEN uint32_t x86emul_trace_take_launch (void);
HIDDEN size_t x86emul_trace_take (struct x86emul_device *d,
                                  ompt_record_ompt_t *record, size_t count);
HIDDEN bool x86emul_trace_wait (struct x86emul_device *d);
/* No other thread uses D.  */
HIDDEN void x86emul_trace_destroy (struct x86emul_device *d);

#endif
