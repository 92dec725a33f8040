/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of another process.  Part of the operating system contract (os.h): the
   same general promise; async-signal safe.  */

#ifndef GOMP_OS_FOREIGN_H
#define GOMP_OS_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Let process PID, which this one has started, use the next two.  */
HIDDEN void os_foreign_allow (int pid);
/* Copy SIZE bytes at FROM of process PID to TO, or those at FROM to TO of PID.
   EFAULT: PID has no such memory, or may not do that itself.  */
HIDDEN int os_foreign_read (int pid, void *to, uint64_t from, size_t size);
HIDDEN int os_foreign_write (int pid, uint64_t to, const void *from,
                             size_t size);
/* Move the page at FROM, SIZE bytes, to TO, at once; what was there is
   dropped.  */
HIDDEN int os_page_move (void *from, size_t size, void *to);
/* Reserve the page at WHERE, SIZE bytes; its contents are dropped.  */
HIDDEN int os_page_drop (void *where, size_t size);

#endif
