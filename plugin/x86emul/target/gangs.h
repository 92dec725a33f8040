/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running OpenACC regions.  */

#ifndef PLUGIN_X86EMUL_TARGET_GANGS_H
#define PLUGIN_X86EMUL_TARGET_GANGS_H

#include <stdint.h>

#include "base/compiler.h"
#include "plugin.h"

/* An OpenACC region while it runs.  */
struct x86emul_gangs_region
{
  void (*function) (void *); /* the region's code, which each gang calls */
  void *block;               /* its argument block */
  unsigned count;            /* number of gangs */
};

/* LIBGOMP: dlopen's handle of the device's libgomp.  */
HIDDEN void x86emul_gangs_init (void *libgomp);
/* Let REGION call its function once for each gang.  Its number of teams is the
   number of gangs, or 0.  STORE holds the data for that.  */
HIDDEN void x86emul_gangs_wrap (struct offgomp_device_region *region,
                                struct x86emul_gangs_region *store);

#endif
