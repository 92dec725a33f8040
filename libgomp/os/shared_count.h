/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the copies of this library in one process share.  Part of the operating
   system contract (os.h): the same general promise.  */

#ifndef GOMP_OS_SHARED_COUNT_H
#define GOMP_OS_SHARED_COUNT_H

#include <stdatomic.h>

#include "base/compiler.h"

/* The counter that all copies in the process share, initially 0; NULL if there
   is none.  A forked child has its own counter, which starts with the parent's
   value.  */
HIDDEN atomic_uint *os_shared_count (void);
/* Likewise another word, for which of them has the program's tool.  */
HIDDEN atomic_uint *os_shared_tool (void);

#endif
