/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mappings of a process at some moment.  */

#ifndef PLUGIN_X86EMUL_HOST_MAPPINGS_H
#define PLUGIN_X86EMUL_HOST_MAPPINGS_H

#include <stdint.h>

#include "base/compiler.h"

struct x86emul_mapping
{
  uint64_t start; /* first byte */
  uint64_t end;   /* one past the last */
  unsigned prot;  /* OS_PROT_* */
  char *name;     /* malloced */
};
struct x86emul_mappings
{
  struct x86emul_mapping *list; /* by rising address; malloced */
  unsigned count;               /* elements */
};

/* Copy the mappings of process PID; NULL if impossible.  */
HIDDEN struct x86emul_mappings *x86emul_mappings_copy (int pid);
HIDDEN void x86emul_mappings_free (struct x86emul_mappings *mappings);
/* The mapping that contains ADDRESS, or NULL; MAPPINGS may be NULL.  */
HIDDEN const struct x86emul_mapping *
x86emul_mappings_find (const struct x86emul_mappings *mappings,
                       uint64_t address);

#endif
