/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls the target regions of apple.c, banana.c and citron.c.  */

#include <stdio.h>

int apple_first (int), apple_second (int);
int banana_first (int), banana_second (int);
int citron_first (int), citron_second (int);

int
main (void)
{
  printf ("%d %d %d %d %d %d\n", apple_first (1), apple_second (2),
          banana_first (3), banana_second (4), citron_first (5),
          citron_second (6));
  return 0;
}
