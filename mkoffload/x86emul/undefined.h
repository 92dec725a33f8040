/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Explains the linker's messages about the image in the user's terms.  */

#ifndef MKOFFLOAD_X86EMUL_UNDEFINED_H
#define MKOFFLOAD_X86EMUL_UNDEFINED_H

#include <stdbool.h>

/* Pass on the linker's MESSAGES; those about symbols that
   nothing defines are reworded.  Returns whether there was one of these.  */
bool undefined_explain (const char *messages);

#endif
