/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of OpenACC's routines as programs see them, and of Fortran's entry
   points, whose names end in `_h_'.  Errors of openacc/ end the program in the
   routine, while no lock is held.  */

#ifndef GOMP_ABI_ACC_H
#define GOMP_ABI_ACC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/observe.h"

#pragma GCC visibility push(default)
#include "user/openacc.h"

#include "user/acc_prof.h"
#pragma GCC visibility pop

static inline void
gomp_acc_check (enum gomp_status status)
{
  if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
}

/* At the beginning of a routine: record the position of its call, if there is a
   listener.  */
#define ACC_HERE                                                               \
  do                                                                           \
    if (unlikely (gomp_observe_offload ()))                                    \
      gomp_observe_set_here (__builtin_return_address (0));                    \
  while (0)

/* NAME is a second name of FUNCTION.  */
#define ACC_ALIAS(name, function)                                              \
  extern __typeof__ (function) name                                            \
      __attribute__ ((__alias__ (#function), __copy__ (function)))

/* An array as gfortran passes it.  */
struct gomp_fortran_array
{
  void *base;
  size_t offset;
  struct
  {
    size_t element_size;
    int version;
    signed char rank;
    signed char type;
    short attribute;
  } type;
  ptrdiff_t span;
  struct
  {
    ptrdiff_t stride;
    ptrdiff_t lower;
    ptrdiff_t upper;
  } dim[15];
};

EXPORT int32_t acc_get_num_devices_h_ (const int32_t *type);
EXPORT void acc_set_device_type_h_ (const int32_t *type);
EXPORT int32_t acc_get_device_type_h_ (void);
EXPORT void acc_set_device_num_h_ (const int32_t *number, const int32_t *type);
EXPORT int32_t acc_get_device_num_h_ (const int32_t *type);
EXPORT size_t acc_get_property_h_ (int32_t number, int32_t type,
                                   int32_t property);
EXPORT void acc_get_property_string_h_ (int32_t number, int32_t type,
                                        int32_t property, char *text,
                                        size_t length);
EXPORT void acc_init_h_ (const int32_t *type);
EXPORT void acc_shutdown_h_ (const int32_t *type);
EXPORT int32_t acc_on_device_h_ (const int32_t *type);
EXPORT int32_t acc_async_test_h_ (const int32_t *async);
EXPORT int32_t acc_async_test_all_h_ (void);
EXPORT void acc_wait_h_ (const int32_t *async);
EXPORT void acc_wait_async_h_ (const int32_t *async, const int32_t *after);
EXPORT void acc_wait_all_h_ (void);
EXPORT void acc_wait_all_async_h_ (const int32_t *after);

#define DATA(result, type, name)                                               \
  EXPORT type name##_32_h_ (void *host, const int32_t *size);                  \
  EXPORT type name##_64_h_ (void *host, const int64_t *size);                  \
  EXPORT type name##_array_h_ (const struct gomp_fortran_array *array);
#define DATA_ASYNC(name)                                                       \
  EXPORT void name##_32_h_ (void *host, const int32_t *size,                   \
                            const int32_t *async);                             \
  EXPORT void name##_64_h_ (void *host, const int64_t *size,                   \
                            const int32_t *async);                             \
  EXPORT void name##_array_h_ (const struct gomp_fortran_array *array,         \
                               const int32_t *async);
#include "abi/acc_fortran.def"

#endif
