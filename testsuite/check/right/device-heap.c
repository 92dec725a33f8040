/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory of the device's own heap and stacks.  */

#include <stdlib.h>
#include <string.h>

int
main (void)
{
  int result = 0;
#pragma omp target map(from : result)
  {
    char local[100];
    char *p = malloc (200);
    memset (p, 'x', 199);
    p[199] = '\0';
    memcpy (local, p, sizeof (local));
    result = (int)strlen (p) + local[99];
    free (p);
  }
  return result != 199 + 'x';
}
