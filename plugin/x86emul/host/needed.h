/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The libraries that an image names without a need.  */

#ifndef PLUGIN_X86EMUL_HOST_NEEDED_H
#define PLUGIN_X86EMUL_HOST_NEEDED_H

#include <stddef.h>

#include "base/compiler.h"

/* FILE, a copy of an image of SIZE bytes, is linked with all libraries of the
   program.  Let it no longer name those of which it uses nothing: they may
   refer to the program's own variables, which the device does not have.  */
HIDDEN void x86emul_needed_prune (char *file, size_t size);

#endif
