/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images whose entries the host has found by their names (named_image.h).  */

#ifndef PLUGIN_X86EMUL_TARGET_NAMED_H
#define PLUGIN_X86EMUL_TARGET_NAMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "proto.h"
#include "x86emul_image.h"

struct x86emul_named_entries
{
  struct x86emul_image_table table; /* what another image brings itself */
  uint64_t *words;                  /* malloced: all addresses */
  uint32_t start_count;             /* the first ones: functions to be run */
  uint32_t end_count;               /* then: at the end */
  uint32_t indirect_count;          /* pairs at the end of WORDS: functions */
};

/* Read the lists of LOAD, SIZE bytes at LISTS, and load the libraries in them.
   False: an error was sent to the host.  */
HIDDEN bool x86emul_named_read (struct x86emul_named_entries *entries,
                                const struct x86emul_load *load,
                                const void *lists, size_t size);
/* The image is loaded, and BIAS is added to its addresses.  */
HIDDEN void x86emul_named_place (struct x86emul_named_entries *entries,
                                 uint64_t bias);
/* The functions that regions of the image NUMBER call through pointers of the
   host become known.  False: an error was sent.  */
HIDDEN bool x86emul_named_indirect (const struct x86emul_named_entries *entries,
                                    uint32_t number);
/* Run what runs at the start, and at the end.  */
HIDDEN void x86emul_named_start (const struct x86emul_named_entries *entries);
HIDDEN void x86emul_named_end (const struct x86emul_named_entries *entries);

#endif
