/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that get their arguments as words (named_image.h).  */

#ifndef PLUGIN_X86EMUL_WORDS_H
#define PLUGIN_X86EMUL_WORDS_H

#include <stdint.h>

#include "base/compiler.h"
#include "plugin.h"

/* Such a region while it runs.  */
struct x86emul_words_region
{
  void (*function) (void *); /* the region's code */
  uint64_t *block;           /* its argument block */
};

/* Let REGION call its function with the words of its block.  STORE holds the
   data for that.  */
HIDDEN void x86emul_words_wrap (struct offgomp_device_region *region,
                                struct x86emul_words_region *store);

#endif
