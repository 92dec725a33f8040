/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* whether the mapping checker is on, as libgomp understands it */

#ifndef PLUGIN_X86EMUL_HOST_OPTIONS_H
#define PLUGIN_X86EMUL_HOST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

#define X86EMUL_MAX_DEVICES 256

struct x86emul_options
{
  unsigned devices; /* OFFLOAD_EMUL_NUM */
  bool memory_set;  /* OFFLOAD_EMUL_MEM was given */
  uint64_t memory;  /* OFFLOAD_EMUL_MEM: bytes of each device, whole pages */
  bool check;       /* OFFLOAD_EMUL_CHECK */
  bool lends;       /* and the program wants shared memory: regions use pages of
                       the host, which the checker reports */
  char **wrapper;   /* OFFLOAD_EMUL_RUN: words before the device program;
                       ends with NULL; never NULL itself */
};

/* Read the environment.  A wrong value is reported, and the default used.  */
HIDDEN void x86emul_options_read (struct x86emul_options *options);

#endif
