/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Functions and variables of declare target, and how they are updated.  */

#include "target-check.h"

#define N 1000

#pragma omp declare target
int counter = 5;
static double table[N] = { 1, 2, 3 };
const char *greeting = "hello";

static int
next (void)
{
  static int calls = 10;

  return ++calls;
}

static int
fibonacci (int n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

typedef int (*operation) (int, int);

static int
add (int a, int b)
{
  return a + b;
}

static int
multiply (int a, int b)
{
  return a * b;
}
#pragma omp end declare target

int linked[N];
#pragma omp declare target link(linked)

static void
initial_values (void)
{
  int c = 0;
  double t = 0;
  char first = 0;

#pragma omp target map(from: c, t, first)
  {
    c = counter;
    t = table[2];
    first = greeting[0];
  }
  CHECK (c == 5 && t == 3 && first == 'h');
}

static void
update_both_ways (int separate)
{
  counter = 100;
  table[N - 1] = 9;
#pragma omp target update to(counter, table)
#pragma omp target
  {
    counter += 1;
    table[N - 1] *= 2;
  }
  CHECK (counter == (separate ? 100 : 101)); /* { dg-check lost } */
#pragma omp target update from(counter)
#pragma omp target update from(table[N - 10:10])
  CHECK (counter == 101 && table[N - 1] == 18);
}

/* A variable of declare target is always present: mapping copies nothing.  */
static void
map_is_no_copy (int separate)
{
  int seen = 0;

  counter = 1;
#pragma omp target update to(counter)
  counter = 2;
#pragma omp target map(tofrom: counter) map(from: seen)
  seen = counter; /* { dg-check stale } */
  CHECK (seen == (separate ? 1 : 2));
}

static void
functions (void)
{
  int fib = 0, first = 0, second = 0, folded = 0;

#pragma omp target map(from: fib, first, second, folded)
  {
    operation operations[2] = { add, multiply };

    fib = fibonacci (15);
    first = next ();
    second = next ();
    folded = operations[first % 2](operations[second % 2](3, 4), 5);
  }
  CHECK (fib == 610 && second == first + 1);
  CHECK (folded == 35 || folded == 17);
}

static void
link_variable (int separate)
{
  int sum = 0;

  for (int i = 0; i < N; i++)
    linked[i] = i;
#pragma omp target map(tofrom: linked) map(tofrom: sum)
  for (int i = 0; i < N; i++)
    {
      sum += linked[i];
      linked[i]++;
    }
  CHECK (sum == N * (N - 1) / 2 && linked[N - 1] == N);
  (void)separate;
}

int
main (void)
{
  int separate = memory_is_separate (omp_get_default_device ());

  initial_values ();
  update_both_ways (separate);
  map_is_no_copy (separate);
  functions ();
  link_variable (separate);
  return 0;
}
