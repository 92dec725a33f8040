/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Fortran's entry points of OpenACC's routines: each calls that of C.  */

#include <string.h>

#include "abi/acc.h"

/* The bytes of ARRAY, which is contiguous.  */
static size_t
size_of (const struct gomp_fortran_array *array)
{
  size_t size = array->type.element_size;
  for (int i = 0; i < array->type.rank; i++)
    {
      ptrdiff_t lower = array->dim[i].lower;
      ptrdiff_t upper = array->dim[i].upper;
      size *= upper < lower ? 0 : (size_t)(upper - lower) + 1;
    }
  return size;
}

/* A negative length is as wrong as one that no memory has.  */
#define DATA(result, type, name)                                               \
  type name##_32_h_ (void *host, const int32_t *size)                          \
  {                                                                            \
    result name (host, (size_t)*size);                                         \
  }                                                                            \
  type name##_64_h_ (void *host, const int64_t *size)                          \
  {                                                                            \
    result name (host, (size_t)*size);                                         \
  }                                                                            \
  type name##_array_h_ (const struct gomp_fortran_array *array)                \
  {                                                                            \
    result name (array->base, size_of (array));                                \
  }
#define DATA_ASYNC(name)                                                       \
  void name##_32_h_ (void *host, const int32_t *size, const int32_t *async)    \
  {                                                                            \
    name (host, (size_t)*size, *async);                                        \
  }                                                                            \
  void name##_64_h_ (void *host, const int64_t *size, const int32_t *async)    \
  {                                                                            \
    name (host, (size_t)*size, *async);                                        \
  }                                                                            \
  void name##_array_h_ (const struct gomp_fortran_array *array,                \
                        const int32_t *async)                                  \
  {                                                                            \
    name (array->base, size_of (array), *async);                               \
  }
#include "abi/acc_fortran.def"

/* ---- Devices.  */

int32_t
acc_get_num_devices_h_ (const int32_t *type)
{
  return acc_get_num_devices ((acc_device_t)*type);
}

void
acc_set_device_type_h_ (const int32_t *type)
{
  acc_set_device_type ((acc_device_t)*type);
}

int32_t
acc_get_device_type_h_ (void)
{
  return (int32_t)acc_get_device_type ();
}

void
acc_set_device_num_h_ (const int32_t *number, const int32_t *type)
{
  acc_set_device_num (*number, (acc_device_t)*type);
}

int32_t
acc_get_device_num_h_ (const int32_t *type)
{
  return acc_get_device_num ((acc_device_t)*type);
}

size_t
acc_get_property_h_ (int32_t number, int32_t type, int32_t property)
{
  return acc_get_property (number, (acc_device_t)type,
                           (acc_device_property_t)property);
}

/* TEXT has LENGTH characters, is padded with blanks, and has no NUL.  */
void
acc_get_property_string_h_ (int32_t number, int32_t type, int32_t property,
                            char *text, size_t length)
{
  const char *value = acc_get_property_string (number, (acc_device_t)type,
                                               (acc_device_property_t)property);
  size_t size = value == NULL ? 0 : strnlen (value, length);
  if (size > 0)
    memcpy (text, value, size);
  memset (text + size, ' ', length - size);
}

void
acc_init_h_ (const int32_t *type)
{
  acc_init ((acc_device_t)*type);
}

void
acc_shutdown_h_ (const int32_t *type)
{
  acc_shutdown ((acc_device_t)*type);
}

int32_t
acc_on_device_h_ (const int32_t *type)
{
  return acc_on_device ((acc_device_t)*type);
}

/* ---- Queues.  */

int32_t
acc_async_test_h_ (const int32_t *async)
{
  return acc_async_test (*async);
}

int32_t
acc_async_test_all_h_ (void)
{
  return acc_async_test_all ();
}

void
acc_wait_h_ (const int32_t *async)
{
  acc_wait (*async);
}

void
acc_wait_async_h_ (const int32_t *async, const int32_t *after)
{
  acc_wait_async (*async, *after);
}

void
acc_wait_all_h_ (void)
{
  acc_wait_all ();
}

void
acc_wait_all_async_h_ (const int32_t *after)
{
  acc_wait_all_async (*after);
}
