/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on devices.  */

#include "check.h"

#include <string.h>

int
main (void)
{
  CHECK (acc_get_num_devices (acc_device_none) == 0);
  CHECK (acc_get_num_devices (acc_device_host) == 1);
  acc_device_t type = acc_get_device_type ();
  CHECK (type == acc_device_host || type > acc_device_not_host);
  CHECK (acc_get_num_devices (type) >= 1);
  CHECK (acc_get_num_devices (acc_device_default) >= 1);
  acc_init (type);
  CHECK (acc_get_device_type () == type);
  CHECK (acc_get_device_num (type) == 0);
  acc_set_device_num (0, type);
  acc_set_device_num (0, acc_device_default);
  CHECK (acc_get_device_num (acc_device_default) == 0);

  const char *name = acc_get_property_string (0, type, acc_property_name);
  CHECK (name != NULL && *name != '\0');
  CHECK (acc_get_property (0, type, acc_property_name) == 0);
  CHECK (acc_get_property_string (0, type, acc_property_memory) == NULL);
  CHECK (acc_get_property (0, type, acc_property_free_memory)
         <= acc_get_property (0, type, acc_property_memory));
  CHECK (strcmp (acc_get_property_string (0, acc_device_host,
                                          acc_property_name),
                 "GOMP")
         == 0);
  CHECK (strcmp (acc_get_property_string (0, acc_device_host,
                                          acc_property_vendor),
                 "GNU")
         == 0);
  CHECK (acc_get_property_string (0, acc_device_host, acc_property_driver)
         != NULL);
  CHECK (acc_get_property (0, acc_device_host, acc_property_memory) == 0);

  int a = 1;
#pragma acc parallel copy(a)
  a++;
  CHECK (a == 2);
  acc_shutdown (type);
  acc_init (type);
#pragma acc parallel copy(a)
  a++;
  CHECK (a == 3);
  /* CUDA's objects are there on some devices.  */
  acc_get_current_cuda_device ();
  acc_get_current_cuda_context ();
  acc_get_cuda_stream (1);
  CHECK (acc_set_cuda_stream (1, NULL) == 0);
  acc_shutdown (type);

  acc_set_device_type (acc_device_host);
  CHECK (acc_get_device_type () == acc_device_host);
#pragma acc parallel copyout(a)
  a = acc_on_device (acc_device_host);
  CHECK (a == 1);
  acc_set_device_type (type);
  CHECK (acc_get_device_type () == type);
#pragma acc parallel copyout(a)
  a = acc_on_device (acc_device_host);
  CHECK (a == (type == acc_device_host));
  return 0;
}
