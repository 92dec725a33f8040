/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Constructs and clauses of OpenMP 5.0 and 5.1 that have no test of their own:
   scan, scope, masked, loop, conditional lastprivate, reductions of arrays and
   by declared operators, affinity, iterators.  */

#include "check.h"

#include <omp.h>

enum
{
  N = 1000
};
static int input[N], output[N], other[N];

static void
inclusive_scan (void)
{
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++)
    {
      sum += input[i];
#pragma omp scan inclusive(sum)
      output[i] = sum;
    }
  for (int i = 0, s = 0; i < N; i++)
    CHECK (output[i] == (s += input[i]));
  CHECK (sum == N * (N - 1) / 2);
}

static void
exclusive_scan (void)
{
  int most = -1;
#pragma omp parallel
#pragma omp for simd reduction(inscan, max : most)
  for (int i = 0; i < N; i++)
    {
      other[i] = most;
#pragma omp scan exclusive(most)
      most = most > input[i] ? most : input[i];
    }
  for (int i = 0; i < N; i++)
    CHECK (other[i] == i - 1);
}

struct pair
{
  long sum;
  int least;
};
static void
join (struct pair *to, const struct pair *from)
{
  to->sum += from->sum;
  to->least = to->least < from->least ? to->least : from->least;
}
#pragma omp declare reduction(join                                             \
                              : struct pair                                    \
                              : join(&omp_out, &omp_in))                       \
    initializer(omp_priv = { 0, 1 << 30 })

static void
reductions (void)
{
  struct pair p = { 5, 1 << 30 };
  int counts[10] = { 0 }, grid[4][5] = { { 0 } }, *pointer = counts;
  int and = -1, any = 0, all = 1, xor = 0;
#pragma omp parallel for reduction(join : p) reduction(+ : pointer[2 : 6])     \
    reduction(+ : grid[1 : 2]) reduction(& : and) reduction(|| : any)          \
    reduction(&& : all) reduction(^ : xor)
  for (int i = 0; i < N; i++)
    {
      p.sum += i;
      p.least = i < p.least ? i : p.least;
      pointer[2 + i % 6]++;
      grid[1 + i % 2][i % 5] += 2;
      and &= i | 0x10000;
      any = any || i == 77;
      all = all && i != 77;
      xor ^= i;
    }
  CHECK (p.sum == 5 + N * (N - 1) / 2 && p.least == 0);
  CHECK (counts[1] == 0 && counts[8] == 0 && counts[2] == (N + 5) / 6);
  CHECK (grid[0][0] == 0 && grid[1][0] == N / 5 && grid[2][4] == 0 + 2 * 100);
  CHECK (and == 0x10000 && any == 1 && all == 0 && xor == 0);
}

static void
scopes (void)
{
  int sum = 0, own = 0, threads = 0;
#pragma omp parallel firstprivate(own)
  {
#pragma omp scope reduction(+ : sum)
    sum += omp_get_thread_num () + 1;
    CHECK (sum == omp_get_num_threads () * (omp_get_num_threads () + 1) / 2);
#pragma omp scope private(own) nowait
    own = 1;
    CHECK (own == 0);
#pragma omp masked filter(omp_get_num_threads() - 1)
    {
      CHECK (omp_get_thread_num () == omp_get_num_threads () - 1);
      threads += 1;
    }
#pragma omp masked
    CHECK (omp_get_thread_num () == 0);
#pragma omp barrier
    CHECK (threads == 1);
  }
  int total = 0;
#pragma omp parallel
#pragma omp scope reduction(task, + : total)
  {
#pragma omp task in_reduction(+ : total)
    total += 2;
    total += 1;
  }
  int team;
#pragma omp parallel masked
  team = omp_get_num_threads ();
  CHECK (total == 3 * team);
}

static void
conditional (void)
{
  int last = -1, flag = -1;
#pragma omp parallel for lastprivate(conditional : last, flag) schedule(dynamic)
  for (int i = 0; i < N; i++)
    {
      if (i % 3 == 0 && i < 900)
        last = i;
      if (i > N)
        flag = i;
    }
  CHECK (last == 897 && flag == -1);
#pragma omp parallel sections lastprivate(conditional : last)
  {
#pragma omp section
    last = 1;
#pragma omp section
    last = 2;
#pragma omp section
    if (flag == 0)
      last = 3;
  }
  CHECK (last == 2);
}

static void
loops (void)
{
  int sum = 0, i;
#pragma omp parallel
#pragma omp loop reduction(+ : sum) lastprivate(i)
  for (i = 0; i < N; i++)
    sum += i;
  CHECK (sum == N * (N - 1) / 2 && i == N);
#pragma omp parallel loop order(concurrent) collapse(2)
  for (int j = 0; j < 10; j++)
    for (int k = 0; k < 100; k++)
      output[j * 100 + k] = j;
  CHECK (output[999] == 9 && output[0] == 0);
#pragma omp teams loop
  for (int j = 0; j < N; j++)
    output[j] = -j;
  CHECK (output[999] == -999);
  sum = 0;
#pragma omp parallel for ordered
  for (int j = 0; j < 50; j++)
#pragma omp ordered
    sum = sum * 3 % 1000 + j;
  int expected = 0;
  for (int j = 0; j < 50; j++)
    expected = expected * 3 % 1000 + j;
  CHECK (sum == expected);
#pragma omp parallel for simd ordered
  for (int j = 0; j < 50; j++)
#pragma omp ordered simd threads
    sum++;
  CHECK (sum == expected + 50);
}

static void
dependences (void)
{
  int chain[20] = { 0 }, done = 0;
  omp_depend_t objects[20], *first = objects;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++)
      {
#pragma omp depobj(objects[i]) depend(in : chain[i])
#pragma omp task depend(out : chain[i]) affinity(chain[i]) priority(i)
        chain[i] = i + 1;
      }
#pragma omp task depend(iterator(int k = 0 : 20), in : chain[k]) shared(done)
    {
      for (int k = 0; k < 20; k++)
        CHECK (chain[k] == k + 1);
      done = 1;
    }
#pragma omp task depend(iterator(k = 0 : 20 : 2), in                           \
                        : chain[k]) affinity(iterator(k = 0 : 20)              \
                                             : chain[k])
    CHECK (chain[18] == 19);
#pragma omp depobj(objects[0]) update(inout)
#pragma omp task depend(depobj : *first)
    chain[0] = 100;
#pragma omp task depend(mutexinoutset : chain[0], chain[1])
    CHECK (chain[0] == 100);
#pragma omp taskwait depend(iterator(k = 0 : 20), inout : chain[k])
    CHECK (done == 1);
    for (int i = 0; i < 20; i++)
      {
#pragma omp depobj(objects[i]) destroy
      }
  }
}

static void
task_loops (void)
{
  long sum = 0, product = 1;
  int seen[200] = { 0 };
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) grainsize(strict : 7) untied
    for (int i = 0; i < N; i++)
      sum += i;
#pragma omp taskgroup task_reduction(* : product)
    {
#pragma omp taskloop in_reduction(* : product) num_tasks(5) nogroup
      for (unsigned long long i = 1; i <= 10; i++)
        product *= (long)i;
    }
#pragma omp taskloop simd collapse(2) if (sum > 0) mergeable
    for (int i = 0; i < 20; i++)
      for (int j = 9; j >= 0; j--)
        seen[10 * i + j]++;
  }
  CHECK (sum == N * (N - 1) / 2 && product == 3628800);
  for (int i = 0; i < 200; i++)
    CHECK (seen[i] == 1);
#pragma omp parallel masked taskloop simd reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum++;
  CHECK (sum == N * (N - 1) / 2 + 10);
}

static int own;
static double table[3];
#pragma omp threadprivate(own, table)

static void
copies (void)
{
  int x = 1;
#pragma omp parallel firstprivate(x)
  {
    own = 10;
#pragma omp single copyprivate(own, table, x)
    {
      own = 20;
      table[2] = 0.5;
      x = 30;
    }
    CHECK (own == 20 && table[2] == 0.5 && x == 30);
#pragma omp barrier
    own++;
  }
  CHECK (own == 21 && x == 1);
#pragma omp parallel copyin(own)
  CHECK (own == 21);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    input[i] = i;
  for (int round = 0; round < 5; round++)
    {
      inclusive_scan ();
      exclusive_scan ();
      reductions ();
      scopes ();
      conditional ();
      loops ();
      dependences ();
      task_loops ();
      copies ();
    }
  return 0;
}
