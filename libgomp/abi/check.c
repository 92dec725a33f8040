/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What host code that was compiled with -DOFFLOAD_EMUL_CHECK calls (see
   mkoffload/gcc-plugin/check.cc): nothing happens unless OFFLOAD_EMUL_CHECK is
   set.  PLACE is told in check-place.h.  */

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/api.h"
#include "offload/check.h"

EXPORT void __offgomp_check_read (const void *address, size_t size,
                                  const char *place);
EXPORT void __offgomp_check_write (const void *address, size_t size,
                                   const char *place);
EXPORT void __offgomp_check_copy (const void *to, const void *from, size_t size,
                                  const char *place);
EXPORT void __offgomp_check_string (const void *address, const char *place);
EXPORT void __offgomp_check_string_copy (const void *to, const void *from,
                                         const char *place);
EXPORT void __offgomp_check_array (const void *descriptor, size_t kind,
                                   const char *place);
EXPORT void __offgomp_check_dead (const void *address, size_t size,
                                  const char *place);
EXPORT void __offgomp_check_enter (const char *place);
EXPORT void __offgomp_check_free (const void *address, const char *place);

void
__offgomp_check_read (const void *address, size_t size, const char *place)
{
  if (gomp_check_wanted ())
    gomp_check_host_read ((uintptr_t)address, size, place);
}

void
__offgomp_check_write (const void *address, size_t size, const char *place)
{
  (void)place;
  if (gomp_check_wanted ())
    gomp_check_host_write ((uintptr_t)address, size);
}

void
__offgomp_check_copy (const void *to, const void *from, size_t size,
                      const char *place)
{
  if (!gomp_check_wanted ())
    return;
  gomp_check_host_read ((uintptr_t)from, size, place);
  gomp_check_host_write ((uintptr_t)to, size);
}

void
__offgomp_check_string (const void *address, const char *place)
{
  if (gomp_check_wanted ())
    gomp_check_host_read ((uintptr_t)address, strlen (address) + 1, place);
}

void
__offgomp_check_string_copy (const void *to, const void *from,
                             const char *place)
{
  if (gomp_check_wanted ())
    __offgomp_check_copy (to, from, strlen (from) + 1, place);
}

void
__offgomp_check_array (const void *descriptor, size_t kind, const char *place)
{
  (void)kind;
  if (gomp_check_wanted ())
    gomp_check_host_read_array (descriptor, place);
}

void
__offgomp_check_dead (const void *address, size_t size, const char *place)
{
  if (gomp_check_wanted ())
    gomp_check_host_dead ((uintptr_t)address, size, false, place);
}

/* A function of a system header is about to be called at PLACE.  */
void
__offgomp_check_enter (const char *place)
{
  if (gomp_check_wanted ())
    gomp_check_host_enter (place);
}

void
__offgomp_check_free (const void *address, const char *place)
{
  if (gomp_check_wanted () && address != NULL)
    gomp_check_host_dead ((uintptr_t)address,
                          malloc_usable_size ((void *)address), true, place);
}
