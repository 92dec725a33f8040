/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Arguments of a region in a version of the interface that the library does not
   know are refused by its number.  */
/* { dg-do run } */
/* { dg-output "libgomp: a target region passes arguments of version 9, " } */
/* { dg-output "but this library knows the versions 1 to 3, of clang 15" } */
/* { dg-exit-status 1 } */

#include <stdint.h>

int32_t __tgt_target_kernel (void *at, int64_t device, int32_t teams,
                             int32_t limit, void *region, void *arguments);

int
main (void)
{
  uint32_t arguments[28] = { 9 };
  static char region;
  return __tgt_target_kernel (0, -1, -1, 0, &region, arguments) != 0;
}
