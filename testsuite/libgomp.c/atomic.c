/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* atomic in each form and order, on each type: types for which the CPU has an
   operation, and those for which the compiler calls the library, packed or
   wide.  */

#include <omp.h>

#include "check.h"

#define N 1000

/* Other processors refuse what gcc makes of such atomic operations.  */
#if defined __x86_64__ || defined __i386__
#  define PACKED __attribute__ ((packed))
#else
#  define PACKED
#endif

struct packed
{
  char before;
  int unaligned;
  long long far;
} PACKED;

/* Each operator on one type; the end does not depend on the order.  */
#define ARITHMETIC(name, type)                                                 \
  static void name (void)                                                      \
  {                                                                            \
    type up = 0, down = (type)N, twice = 1, half = 16, other = 0;              \
    _Pragma ("omp parallel for") for (int i = 0; i < N; i++)                   \
    {                                                                          \
      _Pragma ("omp atomic") up++;                                             \
      _Pragma ("omp atomic update seq_cst") down = down - 1;                   \
      _Pragma ("omp atomic relaxed") other += 2;                               \
      if (i % 200 == 0)                                                        \
        {                                                                      \
          _Pragma ("omp atomic") twice *= 2;                                   \
        }                                                                      \
      if (i % 250 == 0)                                                        \
        {                                                                      \
          _Pragma ("omp atomic") half /= 2;                                    \
        }                                                                      \
      _Pragma ("omp atomic release")-- other;                                  \
    }                                                                          \
    CHECK (up == (type)N && down == (type)0 && other == (type)N);              \
    CHECK (twice == (type)32 && half == (type)1);                              \
  }

ARITHMETIC (characters, unsigned char)
ARITHMETIC (shorts, short)
ARITHMETIC (integers, int)
ARITHMETIC (longs, unsigned long)
#ifdef __SIZEOF_INT128__
ARITHMETIC (wides, __int128)
#else
ARITHMETIC (wides, long long)
#endif
ARITHMETIC (floats, float)
ARITHMETIC (doubles, double)
ARITHMETIC (long_doubles, long double)

static void
bits (void)
{
  unsigned long long or = 0, and = ~0ull, xor = 0, left = 1, right = 1ull << 50;
  _Bool flag = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      or |= 1ull << i % 40;
#pragma omp atomic
      and = and&~(1ull << i % 20);
#pragma omp atomic
      xor = i ^ xor;
#pragma omp atomic
      flag |= i == 77;
      if (i % 50 == 0)
        {
#pragma omp atomic
          left <<= 2;
#pragma omp atomic
          right >>= 2;
        }
    }
  CHECK (or == (1ull << 40) - 1 && and == ~((1ull << 20) - 1) && xor == 0);
  CHECK (left == 1ull << 40 && right == 1ull << 10 && flag);
}

/* A capture gets each value once.  */
#define TICKETS(name, type)                                                    \
  static void name (void)                                                      \
  {                                                                            \
    static unsigned char seen[4 * N];                                          \
    type next = 0;                                                             \
    for (int i = 0; i < 4 * N; i++)                                            \
      seen[i] = 0;                                                             \
    _Pragma ("omp parallel for") for (int i = 0; i < N; i++)                   \
    {                                                                          \
      type a, b, c, d;                                                         \
      _Pragma ("omp atomic capture") a = next++;                               \
      _Pragma ("omp atomic capture acq_rel") b = next += 1;                    \
      _Pragma ("omp atomic capture seq_cst")                                   \
      {                                                                        \
        c = next;                                                              \
        next = next + 1;                                                       \
      }                                                                        \
      _Pragma ("omp atomic capture")                                           \
      {                                                                        \
        ++next;                                                                \
        d = next;                                                              \
      }                                                                        \
      seen[(long)a]++;                                                         \
      seen[(long)b - 1]++;                                                     \
      seen[(long)c]++;                                                         \
      seen[(long)d - 1]++;                                                     \
    }                                                                          \
    for (int i = 0; i < 4 * N; i++)                                            \
      CHECK (seen[i] == 1);                                                    \
  }

TICKETS (int_tickets, int)
TICKETS (double_tickets, double)
TICKETS (long_double_tickets, long double)
#ifdef __SIZEOF_INT128__
TICKETS (wide_tickets, __int128)
#else
TICKETS (wide_tickets, long long)
#endif

/* Old values swapped out are new values swapped in, but for the last.  */
static void
swaps (void)
{
  long double box = 0;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i <= N; i++)
    {
      long double old;
#pragma omp atomic capture
      {
        old = box;
        box = i;
      }
      sum += i - (double)old;
    }
  CHECK (sum == (double)box);
}

static void
comparisons (void)
{
  int least = N, most = -1, lock = 0, counter = 0;
  double largest = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic compare
      least = i < least ? i : least;
#pragma omp atomic compare seq_cst
      if (most < i)
        {
          most = i;
        }
#pragma omp atomic compare
      largest = largest < i ? i : largest;
    }
  CHECK (least == 0 && most == N - 1 && largest == N - 1);
  /* A lock made of it.  */
#pragma omp parallel for
  for (int i = 0; i < N / 10; i++)
    {
      int got = 0;
      while (!got)
        {
#pragma omp atomic compare capture acquire weak
          {
            got = lock == 0;
            if (got)
              {
                lock = 1;
              }
          }
        }
      counter++;
#pragma omp atomic write release
      lock = 0;
    }
  CHECK (counter == N / 10);
}

static void
odd_places (void)
{
  struct packed p = { 0, 0, 0 };
  struct
  {
    unsigned low : 5, middle : 9;
    int rest : 18;
  } fields = { 0, 0, 0 };
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      p.unaligned++;
#pragma omp atomic
      p.far -= 3;
#pragma omp atomic
      fields.middle++;
#pragma omp atomic
      fields.rest -= 1;
    }
  CHECK (p.unaligned == N && p.far == -3 * N && p.before == 0);
  CHECK (fields.middle == N % 512 && fields.rest == -N && fields.low == 0);
}

static void
messages (void)
{
  int payload = 0, flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        payload = 42;
#pragma omp atomic write release
        flag = 1;
      }
    else
      {
        int seen = 0;
        while (!seen)
          {
#pragma omp atomic read acquire
            seen = flag;
          }
        CHECK (payload == 42);
#pragma omp flush(payload)
        payload = 43;
#pragma omp flush release
      }
  }
  CHECK (payload == 43 || omp_get_max_threads () == 0);
}

int
main (void)
{
  characters ();
  shorts ();
  integers ();
  longs ();
  wides ();
  floats ();
  doubles ();
  long_doubles ();
  bits ();
  int_tickets ();
  double_tickets ();
  long_double_tickets ();
  wide_tickets ();
  swaps ();
  comparisons ();
  odd_places ();
  messages ();
  return 0;
}
