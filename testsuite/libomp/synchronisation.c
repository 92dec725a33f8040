/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Barriers, single, masked, sections, critical, copyprivate, copyin, flush and
   reductions of every kind of type.  */
/* { dg-do run } */
/* { dg-additional-options "-latomic" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>

#include "../libgomp.c/check.h"

static int turn;
static int private_to_threads;
#pragma omp threadprivate(private_to_threads)

static void
in_turn (int threads)
{
  int singles = 0, masked = 0, third = 0, last = -1;
  turn = 0;
#pragma omp parallel
  {
    for (int i = 0; i < 20; i++)
      {
        if (omp_get_thread_num () == i % threads)
          {
            CHECK (turn == i);
            turn++;
          }
#pragma omp barrier
        CHECK (turn == i + 1);
#pragma omp barrier
      }
    for (int i = 0; i < 20; i++)
      {
#pragma omp single nowait
        {
#pragma omp atomic
          singles++;
        }
      }
#pragma omp masked
    masked++;
#pragma omp masked filter(omp_get_num_threads() - 1)
    last = omp_get_thread_num ();
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
      third += 1;
#pragma omp section
#pragma omp atomic
      third += 10;
#pragma omp section
#pragma omp atomic
      third += 100;
    }
    CHECK (third == 111);
  }
  CHECK (singles == 20 && masked == 1 && last == threads - 1);
}

static void
copies (int threads)
{
  int a = -1, sum = 0;
  struct
  {
    double d[5];
    char c;
  } b = { { 0 }, 0 };
  private_to_threads = 41;
#pragma omp parallel private(a) firstprivate(b) copyin(private_to_threads)     \
    reduction(+ : sum)
  {
    CHECK (private_to_threads == 41);
    private_to_threads += omp_get_thread_num ();
    for (int i = 0; i < 30; i++)
      {
#pragma omp single copyprivate(a, b, private_to_threads)
        {
          a = i;
          b.d[4] = i * 0.5;
          b.c = 'c';
          private_to_threads = 100 + i;
        }
        CHECK (a == i && b.d[4] == i * 0.5 && b.c == 'c');
        CHECK (private_to_threads == 100 + i);
      }
    sum += a;
  }
  CHECK (sum == 29 * threads);
}

static void
critical (int threads)
{
  int n = 0, m = 0;
#pragma omp parallel
  for (int i = 0; i < 200; i++)
    {
#pragma omp critical
      n++;
#pragma omp critical(one)
      m++;
#pragma omp critical(hinted) hint(omp_sync_hint_contended)
      private_to_threads++;
#pragma omp flush
    }
  CHECK (n == 200 * threads && m == n);
}

struct sums
{
  long a, b;
};
#pragma omp declare reduction(add                                              \
                              : struct sums                                    \
                              : omp_out.a += omp_in.a, omp_out.b += omp_in.b)  \
    initializer(omp_priv = { 0, 0 })

/* One by atomic operations, several at once, without atomic operations, and in
   the middle of a region.  */
static void
reductions (int threads)
{
  int i1 = 3, all = ~0, any = 0, bits = 0, most = -1, yes = 1;
  double d1 = 0.5, product = 1;
  long double l1 = 1;
  float _Complex z = 0;
  struct sums s = { 1, 2 };
  short array[7] = { 0 };
#pragma omp parallel reduction(+ : i1)
  i1++;
  CHECK (i1 == 3 + threads);
#pragma omp parallel for reduction(+ : d1, l1, z) reduction(* : product)       \
    reduction(& : all) reduction(| : any) reduction(^ : bits)                  \
    reduction(max : most) reduction(&& : yes)
  for (int i = 0; i < 64; i++)
    {
      d1 += i;
      l1 += i;
      z += i + i * 1.0fi;
      product *= i == 9 ? 2 : 1;
      all &= ~(1 << (i % 5));
      any |= 1 << (i % 20);
      bits ^= i;
      most = i > most ? i : most;
      yes = yes && i >= 0;
    }
  CHECK (d1 == 2016.5 && l1 == 2017 && z == 2016 + 2016 * 1.0fi
         && product == 2);
  CHECK (all == ~31 && any == (1 << 20) - 1 && bits == 0 && most == 63 && yes);
#pragma omp parallel for reduction(add : s) reduction(+ : array[:7])
  for (int i = 0; i < 100; i++)
    {
      s.a += i;
      s.b -= i;
      array[i % 7]++;
    }
  CHECK (s.a == 4951 && s.b == -4948 && array[0] == 15 && array[6] == 14);
  long total = 0;
#pragma omp parallel
  for (int k = 0; k < 10; k++)
    {
#pragma omp for reduction(+ : total)
      for (int i = 0; i < 10; i++)
        total += i;
      CHECK (total == 45 * (k + 1));
#pragma omp barrier
    }
  CHECK (total == 450);
}

int
main (void)
{
  int threads = omp_get_max_threads ();
  for (int i = 0; i < 20; i++)
    {
      in_turn (threads);
      copies (threads);
      critical (threads);
      reductions (threads);
    }
  return 0;
}
