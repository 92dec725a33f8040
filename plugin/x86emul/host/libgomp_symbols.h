/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The libgomp.so.1 that loaded this plugin: ours, or another.  */

#ifndef PLUGIN_X86EMUL_HOST_LIBGOMP_SYMBOLS_H
#define PLUGIN_X86EMUL_HOST_LIBGOMP_SYMBOLS_H

#include "base/compiler.h"

/* Path of its file.  */
HIDDEN const char *x86emul_libgomp_path (void);
/* Symbol NAME of it; NULL: it has none.  */
HIDDEN void *x86emul_libgomp_symbol (const char *name);

#endif
