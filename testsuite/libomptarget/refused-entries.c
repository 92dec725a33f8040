/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A table of target regions in a later version is refused by its number.  */
/* { dg-do run } */
/* { dg-output "libgomp: the program's table of target regions has " } */
/* { dg-output "entries of version 7, which is not known\n" } */
/* { dg-exit-status 1 } */

#include <stdint.h>

struct descriptor
{
  int32_t count;
  void *images;
  const void *entries_start, *entries_end;
};
void __tgt_register_lib (struct descriptor *d);

int
main (void)
{
  static uint16_t entries[36] = { 0, 0, 0, 0, 7 };
  struct descriptor d = { 0, 0, entries, entries + 36 };
  __tgt_register_lib (&d);
  return 0;
}
