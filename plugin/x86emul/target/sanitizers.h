/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sanitizers of the images.  */

#ifndef PLUGIN_X86EMUL_TARGET_SANITIZERS_H
#define PLUGIN_X86EMUL_TARGET_SANITIZERS_H

#include "base/compiler.h"

/* Preload the libraries that the host wants, if that was not done: then this
   process starts again, with the arguments ARGV.  Before anything else.  */
HIDDEN void x86emul_sanitizers_init (char **argv);
/* This process starts no more; programs that regions run shall not preload the
   libraries.  */
HIDDEN void x86emul_sanitizers_forget (void);

#endif
