/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's routines on devices (OpenACC 2.6 sections 3.2.1 to 3.2.8,
   3.2.15).  */

#include "abi/acc.h"
#include "openacc/openacc.h"

int
acc_get_num_devices (acc_device_t type)
{
  int count;
  gomp_acc_check (gomp_acc_count_devices ((int)type, &count));
  return count;
}

void
acc_set_device_type (acc_device_t type)
{
  gomp_acc_check (gomp_acc_set_type ((int)type));
}

acc_device_t
acc_get_device_type (void)
{
  int type;
  gomp_acc_check (gomp_acc_get_type (&type));
  return (acc_device_t)type;
}

void
acc_set_device_num (int number, acc_device_t type)
{
  gomp_acc_check (gomp_acc_set_number (number, (int)type));
}

int
acc_get_device_num (acc_device_t type)
{
  int number;
  gomp_acc_check (gomp_acc_get_number ((int)type, &number));
  return number;
}

size_t
acc_get_property (int number, acc_device_t type, acc_device_property_t property)
{
  union goacc_property_value value;
  gomp_acc_check (
      gomp_acc_get_property (number, (int)type, (int)property, false, &value));
  return value.val;
}

const char *
acc_get_property_string (int number, acc_device_t type,
                         acc_device_property_t property)
{
  union goacc_property_value value;
  gomp_acc_check (
      gomp_acc_get_property (number, (int)type, (int)property, true, &value));
  return value.ptr;
}

void
acc_init (acc_device_t type)
{
  gomp_acc_check (gomp_acc_init ((int)type));
}

void
acc_shutdown (acc_device_t type)
{
  gomp_acc_check (gomp_acc_shutdown ((int)type));
}

/* Without the name that the compiler knows.  */
int
acc_on_device (acc_device_t type)
{
  return gomp_acc_is_on ((int)type);
}

/* ---- CUDA's objects (OpenACC 2.6 section A.2.1).  */

void *
acc_get_current_cuda_device (void)
{
  return gomp_acc_cuda_device ();
}

void *
acc_get_current_cuda_context (void)
{
  return gomp_acc_cuda_context ();
}

void *
acc_get_cuda_stream (int async)
{
  return gomp_acc_cuda_stream (async);
}

int
acc_set_cuda_stream (int async, void *stream)
{
  return gomp_acc_set_cuda_stream (async, stream);
}
