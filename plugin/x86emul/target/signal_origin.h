/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a signal comes from.  */

#ifndef PLUGIN_X86EMUL_TARGET_SIGNAL_ORIGIN_H
#define PLUGIN_X86EMUL_TARGET_SIGNAL_ORIGIN_H

#include <signal.h>
#include <stdbool.h>

#include "base/compiler.h"

/* Does the signal come from outside, so that the host, which got it as well,
   decides its effect?  Async-signal safe.  */
HIDDEN bool x86emul_signal_is_foreign (const siginfo_t *info);
/* Does NUMBER stop a process by default, and can it be handled?  */
HIDDEN bool x86emul_signal_is_stop (int number);

#endif
