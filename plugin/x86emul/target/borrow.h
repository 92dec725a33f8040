/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pages of the host that regions use without a map, for the mapping checker of
   programs that require shared memory.  */

#ifndef PLUGIN_X86EMUL_TARGET_BORROW_H
#define PLUGIN_X86EMUL_TARGET_BORROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* From now on, get pages from the host, process HOST.  */
HIDDEN void x86emul_borrow_start (int host);
HIDDEN bool x86emul_borrow_is_on (void);
/* A region has accessed ADDRESS, where nothing is: get the host's page.  False:
   the host has none, or the device gets no pages.  Async-signal safe.  */
HIDDEN bool x86emul_borrow_page (uint64_t address);
/* A region has ended: write what regions have changed back to the host, and
   forget all pages.  */
HIDDEN void x86emul_borrow_return (void);

#endif
