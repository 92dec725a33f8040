/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of the mapping checker.  */

#ifndef PLUGIN_X86EMUL_TARGET_CHECK_H
#define PLUGIN_X86EMUL_TARGET_CHECK_H

#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"

/* Regions may use [START, START + SIZE), which lies outside of the arena; its
   pages are those at OFFSET of the arena.  */
HIDDEN void x86emul_check_add_extent (uint64_t start, uint64_t size,
                                      uint64_t offset);
/* Let the image of HANDLE call the checker, if it can.  */
HIDDEN void x86emul_check_connect (void *handle);

#endif
