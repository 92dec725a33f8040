/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A library with one region, whose variable is called NAME.  */

int
library_call (void)
{
  int NAME = 0;

#pragma omp target map(tofrom : NAME)
  NAME++;
  return NAME;
}
