/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A string is mapped without its end.  */

#include <stdlib.h>


#include <string.h>

int
main (void)
{
  char *text = strdup ("a text of some length");
  size_t n = strlen (text), length = 0;
#pragma omp target map(to : text[0 : n]) map(from : length)
  length = strlen (text); /* { dg-check bounds } */
  free (text);
  return length == 0;
}
