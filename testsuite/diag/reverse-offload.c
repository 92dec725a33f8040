/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "from GCC 13 on, and supported there" } */
/* { dg-shouldfail "" } */
/* { dg-exit-status 1 } */
/* { dg-output "libgomp: device 3 asks for a region of the host .device .ancestor: 1.. that no image has" } */
/* { dg-output ".*function on the device is 0x1234" } */
/* The service that a plugin calls for a region of the host (device (ancestor:
   1)), which it finds by the function's number in an image.  */

#include <stdint.h>

extern void GOMP_PLUGIN_target_rev (uint64_t, uint64_t, uint64_t, uint64_t,
                                    uint64_t, int);

int
main (void)
{
  GOMP_PLUGIN_target_rev (0x1234, 0, 0, 0, 0, 3);
  return 0;
}
