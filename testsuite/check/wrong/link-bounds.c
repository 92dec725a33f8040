/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Subscripts beyond a variable of declare target link.  */
/* { dg-output "directly after the end of the copy of whole, 40 bytes" } */

static int whole[10];
#pragma omp declare target link(whole)

int
main (int argc, char **argv)
{
  int n = 10 + (argc > 5), sum = 0;
  (void)argv;
#pragma omp target map(tofrom : sum) map(tofrom : whole)
  for (int i = 0; i <= n; i++)
    {
      whole[i + 1] = i; /* { dg-check bounds } */
      sum += whole[i];  /* { dg-check bounds } */
    }
  return sum == 0;
}
