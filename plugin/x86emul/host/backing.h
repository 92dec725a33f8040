/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory behind an arena that both sides map: which part of it can be
   accessed.  */

#ifndef PLUGIN_X86EMUL_HOST_BACKING_H
#define PLUGIN_X86EMUL_HOST_BACKING_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_backing
{
  char *view;                  /* where this process has mapped it */
  _Atomic uint64_t *announced; /* bytes that can be accessed, as the device sees
                                  them; never read here */
};

/* An x86emul_arena_grow; BACKING: struct x86emul_backing.  */
HIDDEN enum gomp_status x86emul_backing_grow (void *backing, uint64_t from,
                                              uint64_t to);

#endif
