/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that host code compiled with -DOFFLOAD_EMUL_CHECK calls (see
   mkoffload/gcc-plugin/check.cc).  They do nothing unless OFFLOAD_EMUL_CHECK is
   set; icv/ then sets __offgomp_checking. check_calls.def lists the calls,
   check_location.h explains LOCATION.  */

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/api.h"
#include "offload/check/check.h"

#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  EXPORT void __offgomp_check_##name parameters;
#define CHECK_CALL_HOST CHECK_CALL_BOTH
#include "check_calls.def"

void
__offgomp_check_read (const void *address, size_t size, const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_read ((uintptr_t)address, size, location);
}

void
__offgomp_check_use (const void *address, size_t size, const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_use ((uintptr_t)address, size, location);
}

void
__offgomp_check_write (const void *address, size_t size, const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_write ((uintptr_t)address, size, location);
}

void
__offgomp_check_copy (const void *to, const void *from, size_t size,
                      const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_copy ((uintptr_t)to, (uintptr_t)from, size, location);
}

void
__offgomp_check_string (const void *address, const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_read ((uintptr_t)address, strlen (address) + 1, location);
}

void
__offgomp_check_string_copy (const void *to, const void *from,
                             const char *location)
{
  if (gomp_check_wanted ())
    __offgomp_check_copy (to, from, strlen (from) + 1, location);
}

void
__offgomp_check_array (const void *descriptor, size_t kind,
                       const char *location)
{
  (void)kind;
  if (gomp_check_wanted ())
    gomp_check_host_read_array (descriptor, location);
}

void
__offgomp_check_dead (const void *address, size_t size, const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_dead ((uintptr_t)address, size, false, location);
}

void
__offgomp_check_enter (const char *location)
{
  if (gomp_check_wanted ())
    gomp_check_host_enter (location);
}

void
__offgomp_check_free (const void *address, const char *location)
{
  if (!gomp_check_wanted () || address == NULL)
    return;
  gomp_check_block_ended ((uintptr_t)address);
  gomp_check_host_dead ((uintptr_t)address,
                        malloc_usable_size ((void *)address), true, location);
}

void
__offgomp_check_made (const void *address, size_t size, const char *location)
{
  if (gomp_check_wanted () && address != NULL)
    gomp_check_host_made ((uintptr_t)address, size, location);
}
