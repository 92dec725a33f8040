/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The requirements of programs on their devices (OpenMP 5.2 section 8.2):
   masks in the images of GCC 13 and later.  See requires.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_REQUIRES_H
#define GOMP_OFFLOAD_DEVICE_REQUIRES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/diag.h"

struct gomp_plugin;

/* An image with MASK (0: unknown) is registered.  Returns an error (recorded)
   if another image has different requirements.  */
HIDDEN enum gomp_status gomp_requires_add (unsigned mask);
/* The registered requirements that devices of PLUGIN do not fulfil.  */
HIDDEN unsigned gomp_requires_lacking (const struct gomp_plugin *plugin);
/* Can regions on devices of PLUGIN use the host's memory without a map?  */
HIDDEN bool gomp_requires_gives_memory (const struct gomp_plugin *plugin);
/* Do emulated devices share the host's memory?  WISH: 0, 1, or -1: if the
   program requires it.  */
HIDDEN bool gomp_requires_shares (int wish);
/* Do they have memory of their own although they should share the host's, so
   that the mapping checker can report what regions use without a map?  */
HIDDEN bool gomp_requires_lends (void);
/* Does an image with MASK ask for regions of the host?  */
HIDDEN bool gomp_requires_reverse (unsigned mask);
/* Write the clauses of MASK to BUF; returns BUF.  */
#define GOMP_REQUIRES_TEXT_MAX 128
HIDDEN const char *gomp_requires_text (unsigned mask, char *buf);

#endif
