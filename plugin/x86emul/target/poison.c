/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* AddressSanitizer's shadow of device memory; see poison.h and the host's
   poison.c.  Owns no data; main thread.  */

#include "target/poison.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "os/memory.h"
#include "target/process.h"

/* Where AddressSanitizer has the shadow byte of ADDRESS; 0: there is none.  */
static uint64_t
shadow_of (uint64_t address)
{
  size_t scale = 0, offset = 0;
  void (*mapping) (size_t *, size_t *) = (void (*) (size_t *, size_t *))dlsym (
      RTLD_DEFAULT, "__asan_get_shadow_mapping");
  if (mapping == NULL)
    return 0;
  mapping (&scale, &offset);
  return scale == 3 ? (address >> scale) + offset : 0;
}

void
x86emul_poison_map (int fd)
{
  void *p;
  uint64_t where = shadow_of ((uintptr_t)x86emul_process.arena);
  uint64_t page = os_page_size ();
  uint64_t size = x86emul_process.arena_size >> 3 & ~(page - 1);
  if (where != 0 && where % page == 0 && size != 0)
    os_shared_map (fd, 0, size, OS_PROT_READ | OS_PROT_WRITE,
                   (void *)(uintptr_t)where, &p);
}
