/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of the Fortran entry points.  Names end in `_'; those that end
   in `_8_' are for programs whose default integers have 8 bytes.  Arguments
   go by reference; the length of a character argument follows at the end of
   the list, the text is padded with blanks and not NUL terminated.  */

#ifndef GOMP_ABI_FORTRAN_H
#define GOMP_ABI_FORTRAN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/api.h"

/* The int that a C routine gets for an integer that does not fit.  */
static inline int
gomp_fortran_int (int64_t value)
{
  if (value > INT_MAX)
    return INT_MAX;
  return value < INT_MIN ? INT_MIN : (int)value;
}

/* The result of a function that returns a string of deferred length; NULL: an
   empty string.  */
static inline void
gomp_fortran_string (const char *text, const char **result, size_t *length)
{
  *result = text;
  *length = text != NULL ? __builtin_strlen (text) : 0;
}

#define FUNCTION(name) EXPORT int32_t omp_##name##_ (void);
#define TEAM_FUNCTION(name) EXPORT int32_t omp_##name##_ (void);
#define DEVICE_FUNCTION(name) EXPORT int32_t omp_##name##_ (void);
#define FUNCTION_INT(name)                                                     \
  EXPORT int32_t omp_##name##_ (const int32_t *value);                         \
  EXPORT int32_t omp_##name##_8_ (const int64_t *value);
#define SUBROUTINE_INT(name)                                                   \
  EXPORT void omp_##name##_ (const int32_t *value);                            \
  EXPORT void omp_##name##_8_ (const int64_t *value);
#include "abi/fortran.def"

EXPORT double omp_get_wtime_ (void);
EXPORT double omp_get_wtick_ (void);

EXPORT void omp_set_schedule_ (const int32_t *kind, const int32_t *chunk);
EXPORT void omp_set_schedule_8_ (const int32_t *kind, const int64_t *chunk);
EXPORT void omp_get_schedule_ (int32_t *kind, int32_t *chunk);
EXPORT void omp_get_schedule_8_ (int32_t *kind, int64_t *chunk);

EXPORT void omp_get_place_proc_ids_ (const int32_t *place, int32_t *ids);
EXPORT void omp_get_place_proc_ids_8_ (const int64_t *place, int64_t *ids);
EXPORT void omp_get_partition_place_nums_ (int32_t *numbers);
EXPORT void omp_get_partition_place_nums_8_ (int64_t *numbers);

EXPORT void omp_set_affinity_format_ (const char *format, size_t length);
EXPORT int32_t omp_get_affinity_format_ (char *buffer, size_t size);
EXPORT void omp_display_affinity_ (const char *format, size_t length);
EXPORT int32_t omp_capture_affinity_ (char *buffer, const char *format,
                                      size_t size, size_t length);

EXPORT int32_t omp_pause_resource_ (const int32_t *kind, const int32_t *device);
EXPORT int32_t omp_pause_resource_all_ (const int32_t *kind);
EXPORT int32_t omp_control_tool_ (const int32_t *command,
                                  const int32_t *modifier, void *arg);
EXPORT void omp_fulfill_event_ (intptr_t event);

EXPORT intptr_t omp_init_allocator_ (const intptr_t *space,
                                     const int32_t *count,
                                     const omp_alloctrait_t *traits);
EXPORT intptr_t omp_init_allocator_8_ (const intptr_t *space,
                                       const int64_t *count,
                                       const omp_alloctrait_t *traits);
EXPORT void omp_destroy_allocator_ (const intptr_t *allocator);
EXPORT void omp_set_default_allocator_ (const intptr_t *allocator);
EXPORT intptr_t omp_get_default_allocator_ (void);

EXPORT int32_t omp_get_device_from_uid_ (const char *uid, size_t length);
EXPORT void omp_get_uid_from_device_ (const char **result, size_t *length,
                                      int32_t device);
EXPORT void omp_get_uid_from_device_8_ (const char **result, size_t *length,
                                        int64_t device);
EXPORT intptr_t offgomp_get_interop_int (intptr_t interop, int32_t property);
EXPORT void *offgomp_get_interop_ptr (intptr_t interop, int32_t property);
EXPORT void omp_get_interop_str_ (const char **result, size_t *length,
                                  intptr_t interop, int32_t property,
                                  int32_t *why);
EXPORT void omp_get_interop_name_ (const char **result, size_t *length,
                                   intptr_t interop, int32_t property);
EXPORT void omp_get_interop_type_desc_ (const char **result, size_t *length,
                                        intptr_t interop, int32_t property);
EXPORT void omp_get_interop_rc_desc_ (const char **result, size_t *length,
                                      intptr_t interop, int32_t why);

#endif
