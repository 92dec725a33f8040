/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sanitizers in the image.  */

#ifndef MKOFFLOAD_X86EMUL_SANITIZE_H
#define MKOFFLOAD_X86EMUL_SANITIZE_H

#include "options.h"

/* Add to WORDS, which are for the compilation of the image as well as its link,
   the options about sanitizers of the program's link.  Call this before
   driver_clean_environment.  */
void sanitize_read (struct list *words);
/* Add to WORDS, which sanitize_read has set, those of OPTIONS, which the user
   gives for the device.  Leaves out, with a warning, a sanitizer that the
   program does not have.  */
void sanitize_choose (struct list *words, const struct list *options);

#endif
