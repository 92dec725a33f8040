/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Subscripts beyond variables of declare target: what lies there is another
   variable of the program.  */
/* { dg-output "outside of what is mapped: before" } */
/* { dg-output "directly after the end of the copy of before, 40 bytes" } */

#pragma omp declare target
static int before[10], table[10], after[10];
struct
{
  int n;
  double values[4];
} state;

static void __attribute__ ((noinline)) put (int i)
{
  table[i] = i; /* { dg-check bounds } */
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int n = 10 + (argc > 5), sum = 0;
  (void)argv;
#pragma omp target map(tofrom : sum)
  {
    for (int i = 0; i < n + 1; i++)
      put (i);
    int *p = after;
    for (int i = 1; i <= n; i++)
      sum += p[-i]; /* { dg-check bounds } */
    for (int i = n - 4; i <= n; i++)
      sum += before[i]; /* { dg-check bounds } */
    state.n = n / 2;
    for (int i = 0; i < state.n; i++)
      state.values[i] = i; /* { dg-check bounds } */
  }
  return sum < 0;
}
