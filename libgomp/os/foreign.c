/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of another process on Linux; see foreign.h.  Owns no data; any
   thread.  */

#include "os/foreign.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>

/* Without this, a system with restricted tracing (Yama) refuses a child the
   memory of its parent.  */
void
os_foreign_allow (int pid)
{
  prctl (PR_SET_PTRACER, (unsigned long)pid, 0, 0, 0);
}

static int
result_of (ssize_t done, size_t size)
{
  if (done < 0)
    return errno;
  return (size_t)done == size ? 0 : EFAULT;
}

int
os_foreign_read (int pid, void *to, uint64_t from, size_t size)
{
  const struct iovec here = { .iov_base = to, .iov_len = size };
  const struct iovec there
      = { .iov_base = (void *)(uintptr_t)from, .iov_len = size };
  return result_of (process_vm_readv (pid, &here, 1, &there, 1, 0), size);
}

int
os_foreign_write (int pid, uint64_t to, const void *from, size_t size)
{
  const struct iovec here
      = { .iov_base = (void *)(uintptr_t)from, .iov_len = size };
  const struct iovec there
      = { .iov_base = (void *)(uintptr_t)to, .iov_len = size };
  return result_of (process_vm_writev (pid, &here, 1, &there, 1, 0), size);
}

int
os_page_move (void *from, size_t size, void *to)
{
  void *p = mremap (from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
  return p == MAP_FAILED ? errno : 0;
}

int
os_page_drop (void *where, size_t size)
{
  void *p
      = mmap (where, size, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  return p == MAP_FAILED ? errno : 0;
}
