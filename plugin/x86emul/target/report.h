/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reports in the control block, which the host takes.  */

#ifndef PLUGIN_X86EMUL_TARGET_REPORT_H
#define PLUGIN_X86EMUL_TARGET_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "proto.h"
#include "target/slot.h"

/* Add to REPORTS one of the calling thread; any thread, any time.  If there are
   too many, it is only counted.  */
static inline void
x86emul_report_add (struct x86emul_check *reports, uint32_t kind, bool is_write,
                    uint64_t address, uint64_t start, uint64_t size,
                    const char *location)
{
  unsigned n = atomic_fetch_add (&reports->count, 1);
  if (n >= X86EMUL_REPORTS)
    return;
  struct x86emul_report *r = &reports->reports[n];
  r->kind = kind;
  r->is_write = is_write;
  r->slot = x86emul_slot_current ();
  r->address = address;
  r->start = start;
  r->size = size;
  memcpy (r->location, location, strnlen (location, sizeof (r->location) - 1));
  /* Release: pairs with the acquire in x86emul_check_take.  */
  atomic_store_explicit (&r->ready, 1, memory_order_release);
}

#endif
