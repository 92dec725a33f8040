/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many gangs an OpenACC region has.  */

#ifndef PLUGIN_X86EMUL_HOST_GANGS_H
#define PLUGIN_X86EMUL_HOST_GANGS_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/compiler.h"

struct x86emul_device;

/* Regions that were looked up last, each in a slot by its address: address and
   number in one word.  */
#define X86EMUL_GANGS_KEPT 64
struct x86emul_gangs
{
  _Atomic uint64_t kept[X86EMUL_GANGS_KEPT];
};

/* The number for the region FUNCTION: that it was compiled for, else ASKED,
   else that of GOMP_OPENACC_DIM; 0: the device chooses.  */
HIDDEN int32_t x86emul_gangs_find (struct x86emul_device *d, uint64_t function,
                                   unsigned asked) HOT;
/* An image goes: another one may come to its addresses.  */
HIDDEN void x86emul_gangs_forget (struct x86emul_device *d);

#endif
