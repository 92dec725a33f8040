/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images whose entries are found by their names (named_image.h).  */

#ifndef PLUGIN_X86EMUL_HOST_NAMED_H
#define PLUGIN_X86EMUL_HOST_NAMED_H

#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"

struct named_image;

/* What the message LOAD says of the entries of such an image.  */
struct x86emul_named_lists
{
  char *copy;  /* of the image, as the device loads it; malloced */
  char *bytes; /* struct x86emul_named and what follows; malloced */
  size_t size; /* of these bytes */
};

/* Find the entries of IMAGE.  The caller frees COPY and BYTES.  */
HIDDEN enum gomp_status x86emul_named_find (const struct named_image *image,
                                            struct x86emul_named_lists *lists);

#endif
