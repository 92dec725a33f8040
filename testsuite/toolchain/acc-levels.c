/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Levels of OpenACC on a device: what gangs see, private variables, nested
   loops, routines of each level (acc-routines.c), atomic updates.  On the host,
   which has one gang, this fails.  */

#include <stdio.h>

#define N 10000

#pragma acc routine gang
void fill (int *x, int n);
#pragma acc routine worker
void increase (int *x, int n);
#pragma acc routine vector
int sum_of (const int *x, int n);
#pragma acc routine seq
int square (int x);

static int a[N], b[N];
static int errors;

#define EXPECT(condition)                                                      \
  do                                                                           \
    if (!(condition))                                                          \
      {                                                                        \
        printf ("line %d: " #condition "\n", __LINE__);                        \
        errors++;                                                              \
      }                                                                        \
  while (0)

static void
test_numbers (int gangs)
{
  int number[100], size[100], wrong = 0;
  for (int i = 0; i < 100; i++)
    number[i] = size[i] = -1;
#pragma acc parallel num_gangs(gangs) copy(number, size)
  {
    int own = __builtin_goacc_parlevel_id (0);
    number[own] = own;
    size[own] = __builtin_goacc_parlevel_size (0);
  }
  for (int i = 0; i < 100; i++)
    wrong += number[i] != (i < gangs ? i : -1)
             || size[i] != (i < gangs ? gangs : -1);
  EXPECT (wrong == 0);
}

static void
test_constant_number (void)
{
  int sum = 0, size = 0;
#pragma acc parallel num_gangs(13) reduction(+ : sum) copy(size)
  {
    sum += 1;
#pragma acc atomic write
    size = __builtin_goacc_parlevel_size (0);
  }
  EXPECT (sum == 13 && size == 13);
}

/* Each gang has its own variable and its own array.  */
static void
test_private (int gangs)
{
  int scalar = -1, array[16], wrong = 0;
#pragma acc parallel num_gangs(gangs) private(scalar, array)                   \
    reduction(+ : wrong)
  {
    scalar = __builtin_goacc_parlevel_id (0);
#pragma acc loop seq
    for (int i = 0; i < 16; i++)
      array[i] = scalar * i;
#pragma acc loop seq
    for (int k = 0; k < 1000; k++)
      wrong += scalar != __builtin_goacc_parlevel_id (0)
               || array[k % 16] != scalar * (k % 16);
  }
  EXPECT (wrong == 0 && scalar == -1);
}

static void
test_nested_loops (int gangs)
{
  int wrong = 0;
#pragma acc parallel num_gangs(gangs) num_workers(4) vector_length(32)         \
    copyout(b) copyin(a)
#pragma acc loop gang
  for (int i = 0; i < 100; i++)
    {
      int of_gang = 0;
#pragma acc loop worker reduction(+ : of_gang)
      for (int j = 0; j < 10; j++)
        {
          int of_worker = 0;
#pragma acc loop vector reduction(+ : of_worker)
          for (int k = 0; k < 10; k++)
            of_worker += a[i * 100 + j * 10 + k];
          of_gang += of_worker;
        }
      b[i] = of_gang;
    }
  for (int i = 0; i < 100; i++)
    wrong += b[i] != i * 10000 + 4950;
  EXPECT (wrong == 0);
}

#ifdef ONLY_CPU
static void
test_tiles (int gangs)
{
  int wrong = 0;
#  pragma acc parallel loop tile(4, 4) num_gangs(gangs) copyout(b)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      b[i * 100 + j] = i ^ j;
  for (int i = 0; i < N; i++)
    wrong += b[i] != (i / 100 ^ i % 100);
  EXPECT (wrong == 0);
}
#endif

static void
test_shapes (int gangs)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    b[i] = i;
#pragma acc parallel loop gang(static : 7) num_gangs(gangs) copy(b)
  for (int i = N - 1; i >= 0; i -= 3)
    b[i] = -1;
  for (int i = 0; i < N; i++)
    wrong += b[i] != ((N - 1 - i) % 3 == 0 ? -1 : i);
#pragma acc parallel loop collapse(2) num_gangs(gangs) copyout(b)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 1000; j++)
      b[i * 1000 + j] = i + j;
  for (int i = 0; i < N; i++)
    wrong += b[i] != i / 1000 + i % 1000;
#pragma acc kernels copy(b)
  for (int i = 0; i < N; i++)
    b[i] += 3;
  for (int i = 0; i < N; i++)
    wrong += b[i] != i / 1000 + i % 1000 + 3;
#pragma acc serial copy(b)
  for (int i = 1; i < N; i++)
    b[i] = b[i - 1] + 1;
  EXPECT (wrong == 0 && b[N - 1] == 3 + N - 1);
}

static void
test_routines (int gangs)
{
  int wrong = 0, result[16];
#pragma acc parallel num_gangs(gangs) copyout(b)
  fill (b, N);
#pragma acc parallel num_gangs(1) num_workers(4) copy(b)
  increase (b, N);
  for (int i = 0; i < N; i++)
    wrong += b[i] != 2 * i + 1;
#pragma acc parallel loop gang num_gangs(gangs) copyin(a) copyout(result)
  for (int i = 0; i < 16; i++)
    result[i] = sum_of (a + i * 10, 10) + square (i);
  for (int i = 0; i < 16; i++)
    wrong += result[i] != i * 100 + 45 + i * i;
  EXPECT (wrong == 0);
}

static void
test_atomic (int gangs)
{
  int count = 0, captured = 0;
  double sum = 0;
#pragma acc parallel num_gangs(gangs) copy(count, sum, captured)
  {
    int was;
#pragma acc loop seq
    for (int i = 0; i < 100; i++)
      {
#pragma acc atomic capture
        was = count++;
#pragma acc atomic
        sum += 0.5;
#pragma acc atomic
        captured += was;
      }
  }
  int all = gangs * 100;
  EXPECT (count == all && sum == all * 0.5 && captured == all * (all - 1) / 2);
}

int
main (void)
{
  static const int numbers[] = { 1, 2, 8, 100 };
  for (int i = 0; i < N; i++)
    a[i] = i;
  test_constant_number ();
  for (int k = 0; k < 4; k++)
    {
      test_numbers (numbers[k]);
      test_private (numbers[k]);
      test_nested_loops (numbers[k]);
      test_shapes (numbers[k]);
#ifdef ONLY_CPU
      test_tiles (numbers[k]);
#endif
      test_routines (numbers[k]);
      test_atomic (numbers[k]);
    }
  return errors != 0;
}
