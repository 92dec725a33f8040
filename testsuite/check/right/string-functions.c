/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions on memory and strings in a region, up to the last byte.  */

#include <string.h>

int
main (void)
{
  char a[16] = "mapped", b[32], c[8];
  int n = 0;
#pragma omp target map(to : a) map(from : b, n) map(alloc : c)
  {
    strcpy (b, a);
    strcat (b, " string");
    memset (c, 'c', sizeof (c));
    memmove (c + 1, c, sizeof (c) - 1);
    memcpy (b + 20, c, sizeof (c));
    b[28] = '\0';
    strncpy (c, a, sizeof (c));
    n = (int)strlen (b) + (strcmp (c, a) == 0) + (memchr (b, 's', 14) != NULL);
  }
  return n != 15 || strcmp (b, "mapped string") != 0
         || strcmp (b + 20, "cccccccc") != 0;
}
