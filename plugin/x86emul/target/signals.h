/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The effect of signals from outside on the device process.  */

#ifndef PLUGIN_X86EMUL_TARGET_SIGNALS_H
#define PLUGIN_X86EMUL_TARGET_SIGNALS_H

#include "base/compiler.h"

/* Leave signals from outside to the host, and unblock all.  */
HIDDEN void x86emul_signals_init (void);
/* Wait until the stream is readable; stop with the host meanwhile.  */
HIDDEN void x86emul_signals_await (void);

#endif
