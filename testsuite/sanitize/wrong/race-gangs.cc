/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=thread" } */
/* { dg-output "of the copy of c, 8 bytes at" } */
/* Gangs change a member of one object in a routine.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

struct counter
{
  int value = 0, calls = 0;
};

#pragma acc routine seq
static void __attribute__ ((noinline))
take (counter &c, int n)
{
  c.value += n; /* { dg-report "data race" } */
}

int
main ()
{
  counter c;
  for (int turn = 0; turn < TURNS; turn++)
#pragma acc parallel loop num_gangs(4) copy(c)
    for (int i = 0; i < 100; i++)
      take (c, i);
  return c.value == 7;
}
