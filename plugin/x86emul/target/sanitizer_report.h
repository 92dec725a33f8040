/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What sanitizers of this process report, for the host.  */

#ifndef PLUGIN_X86EMUL_TARGET_SANITIZER_REPORT_H
#define PLUGIN_X86EMUL_TARGET_SANITIZER_REPORT_H

#include "base/compiler.h"

/* From now on tell the host about reports.  Main thread.  */
HIDDEN void x86emul_sanitizer_report_init (void);
/* Called by ThreadSanitizer for its REPORT, by this name.  */
void __tsan_on_report (void *report) __attribute__ ((visibility ("default")));

#endif
