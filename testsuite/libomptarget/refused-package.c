/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device image in a package of a later version is refused by its number.  */
/* { dg-do run } */
/* { dg-output "libgomp: the program has a device image in a package of " } */
/* { dg-output "version 2, which is not known\n" } */
/* { dg-exit-status 1 } */

#include <stdint.h>

struct image
{
  const void *start, *end, *entries_start, *entries_end;
};
struct descriptor
{
  int32_t count;
  struct image *images;
  const void *entries_start, *entries_end;
};
void __tgt_register_lib (struct descriptor *d);

int
main (void)
{
  static unsigned char package[64] = { 0x10, 0xff, 0x10, 0xad, 2 };
  struct image image = { package, package + sizeof (package), 0, 0 };
  struct descriptor d = { 1, &image, 0, 0 };
  __tgt_register_lib (&d);
  return 0;
}
