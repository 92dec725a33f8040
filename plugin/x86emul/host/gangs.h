/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of gangs of an OpenACC region.  */

#ifndef PLUGIN_X86EMUL_HOST_GANGS_H
#define PLUGIN_X86EMUL_HOST_GANGS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/compiler.h"

struct x86emul_device;

/* The regions that were looked up last: one word for each, with its address
   and number, in a slot that the address chooses.  */
#define X86EMUL_GANGS_KEPT 64
struct x86emul_gangs
{
  _Atomic uint64_t kept[X86EMUL_GANGS_KEPT];
};

/* The number of gangs for the region FUNCTION: the number it was compiled for,
   else ASKED, else that of GOMP_OPENACC_DIM.  0: the device chooses.  */
HIDDEN int32_t x86emul_gangs_find (struct x86emul_device *d, uint64_t function,
                                   unsigned asked) HOT;
/* An image is unloaded: another one may get its addresses.  */
HIDDEN void x86emul_gangs_forget (struct x86emul_device *d);

#endif
