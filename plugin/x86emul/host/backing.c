/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory behind an arena; see backing.h.  Owns no data; called with the
   arena's lock.

   Unused memory stays inaccessible, here and in the device.  A wild access in
   the device is then noticed, and a tool that reads all readable memory
   (valgrind's search for leaks, a core dump) does not spend minutes on it.  The
   memory itself has its full size from the start, but gets pages only where it
   is touched.  */

#include "host/backing.h"

#include <stdatomic.h>

#include "os/memory.h"

enum gomp_status
x86emul_backing_grow (void *backing, uint64_t from, uint64_t to)
{
  const struct x86emul_backing *b = backing;
  int r = os_protect (b->view + from, to - from, OS_PROT_READ | OS_PROT_WRITE);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_NOMEM, r,
                             "cannot make %llu bytes of device memory "
                             "accessible",
                             (unsigned long long)to);
  /* Release: pairs with the acquire in the device's x86emul_memory_open.  */
  atomic_store_explicit (b->announced, to, memory_order_release);
  return GOMP_OK;
}
