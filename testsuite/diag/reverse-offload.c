/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "from GCC 13 on, and supported there" } */
/* { dg-shouldfail "" } */
/* { dg-exit-status 1 } */
/* { dg-output "libgomp: device 3 asks for reverse offload, which is not supported" } */
/* { dg-output ".*function on the device is 0x1234" } */
/* { dg-output ".*hint: leave device .ancestor: 1. out" } */
/* What a plugin calls for a region of the host within one of the device.  */

#include <stdint.h>

extern void GOMP_PLUGIN_target_rev (uint64_t, uint64_t, uint64_t, uint64_t,
                                    uint64_t, int);

int
main (void)
{
  GOMP_PLUGIN_target_rev (0x1234, 0, 0, 0, 0, 3);
  return 0;
}
