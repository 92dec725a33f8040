/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whole pages of memory on Linux; see pages.h.  Owns no data.  */

#include "os/pages.h"

#include <errno.h>
#include <sys/mman.h>

int
os_pages_alloc_locked (size_t size, void **pages)
{
  int saved = errno;
  int err = 0;
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    err = errno;
  else if (mlock (p, size) != 0)
    {
      err = errno;
      munmap (p, size);
    }
  else
    *pages = p;
  errno = saved;
  return err;
}

void
os_pages_free (void *pages, size_t size)
{
  int saved = errno;
  munmap (pages, size);
  errno = saved;
}
