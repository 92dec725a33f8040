/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* delete[] of memory that is mapped.  */

int
main ()
{
  double *u = new double[100]();
#pragma omp target
  {
  }
#pragma omp target enter data map(to : u[0 : 100])
  delete[] u; /* { dg-check leak } */
}
