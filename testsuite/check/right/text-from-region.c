/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that do not tell write text on the device into a longer buffer.  */

#include <stdio.h>
#include <string.h>

int
main (void)
{
  char text[40][200];
  int bad = 0, length = 0;
#pragma omp target map(from : text)
  for (int i = 0; i < 40; i++)
    snprintf (text[i], sizeof (text[i]), "line %d of the text: %*d", i, 3 * i,
              i);
  for (int i = 0; i < 40; i++)
    {
      bad |= strncmp (text[i], "line ", 5) != 0;
      for (const char *p = text[i]; *p != '\0'; p++)
        length += *p != ' ';
    }
  printf ("%d\n", length);
  return bad;
}
