/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running OpenACC regions.  */

#ifndef PLUGIN_X86EMUL_TARGET_GANGS_H
#define PLUGIN_X86EMUL_TARGET_GANGS_H

#include <stdint.h>

#include "base/compiler.h"
#include "plugin.h"

/* A region, as run_gangs is called for it.  */
struct x86emul_gangs_region
{
  void (*function) (void *); /* its code, which each gang calls */
  void *block;               /* its argument block */
  unsigned count;            /* gangs */
};

/* LIBGOMP: the runtime's handle.  */
HIDDEN void x86emul_gangs_init (void *libgomp);
/* Let REGION, whose number of teams is that of gangs, or 0, call its function
   once for each gang.  STORE holds what that needs.  */
HIDDEN void x86emul_gangs_wrap (struct offgomp_device_region *region,
                                struct x86emul_gangs_region *store);

#endif
