/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the copies of this library in one process know of each other.  Part of
   the operating system contract (os.h): the same general promise.  */

#ifndef GOMP_OS_SHARED_COUNT_H
#define GOMP_OS_SHARED_COUNT_H

#include <stdatomic.h>

#include "base/compiler.h"

/* A counter that all copies in the process share, 0 at first; NULL: there is
   none.  A forked child has a counter of its own, with the parent's value.  */
HIDDEN atomic_uint *os_census (void);

#endif
