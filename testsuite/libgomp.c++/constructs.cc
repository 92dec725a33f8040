// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-set-target-env-var OMP_CANCELLATION "true" }
// { dg-set-target-env-var OMP_SCHEDULE "dynamic,3" }
// { dg-threads "1 2 4 8" }
// Constructs and clauses that the other C++ programs do not use, in templates
// and with references: atomic in each form, scope, masked, ordered simd,
// cancellation points, conditional lastprivate, taskloops, nothing, variants.

#pragma omp requires atomic_default_mem_order(acq_rel)

#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

static constexpr int N = 100;

template <typename T>
static void
atomics ()
{
  T sum = 0, most = 0, flag = 0;
  std::vector<int> seen (N);
#pragma omp parallel for default(none) shared(sum, most, flag, seen)
  for (int i = 0; i < N; i++)
    {
      T ticket, now, value = i;
#pragma omp atomic capture hint(omp_sync_hint_contended)
      ticket = sum++;
      seen[ticket]++;
#pragma omp atomic compare
      most = most < value ? value : most;
#pragma omp atomic read
      now = sum;
      CHECK (now > 0 && now <= N);
      if (i == N / 2)
        {
#pragma omp atomic write seq_cst
          flag = 7;
#pragma omp flush
        }
    }
  for (int n : seen)
    CHECK (n == 1);
  CHECK (sum == N && most == N - 1 && flag == 7);
}

template <typename T>
static void
regions (T &total)
{
  int masters = 0, masked = 0, size = 0;
#pragma omp parallel num_threads(omp_get_max_threads()) proc_bind(close)
  {
#pragma omp master
    size = omp_get_num_threads ();
#pragma omp masked filter(omp_get_num_threads() - 1)
    masked += omp_get_thread_num () + 1;
#pragma omp scope reduction(+ : total)
    total++;
#pragma omp single
    masters++;
#pragma omp nothing
  }
  CHECK (masked == size && total == size && masters == 1);
  int n = 0;
#pragma omp parallel masked taskloop num_tasks(strict : 5) shared(n)
  for (int i = 0; i < N; i++)
#pragma omp atomic
    n++;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp taskloop simd nogroup grainsize(strict : 9) shared(n)
    for (int i = 0; i < N; i++)
#pragma omp atomic
      n++;
  }
  CHECK (n == 2 * N);
}

static void
loops ()
{
  std::vector<long> a (N);
  long last = -1, private_copy = 5;
  int order = 0;
#pragma omp parallel for ordered schedule(runtime) firstprivate(private_copy)
  for (int i = 0; i < N; i++)
    {
      a[i] = i + private_copy;
#pragma omp ordered threads
      {
        CHECK (order == i);
        order++;
      }
    }
#pragma omp parallel for simd ordered schedule(simd : static)
  for (int i = 0; i < N; i++)
    {
#pragma omp ordered simd
      a[i]++;
    }
#pragma omp parallel for lastprivate(conditional : last)
  for (int i = 0; i < N; i++)
    if (i % 7 == 3)
      last = i;
  CHECK (last == 94);
  for (int i = 0; i < N; i++)
    CHECK (a[i] == i + 6);
}

static void
cancelled ()
{
  int done = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100000; i++)
      {
#pragma omp cancellation point for
        if (i == 50)
          {
#pragma omp cancel for
          }
#pragma omp atomic
        done++;
      }
  }
  CHECK (done < 100000);
}

static void
tasks ()
{
  int chain = 0;
#pragma omp parallel default(firstprivate) shared(chain)
#pragma omp single
  for (int i = 0; i < N; i++)
    {
#pragma omp task depend(inout : chain) affinity(chain) shared(chain)
      chain = chain + i;
    }
  CHECK (chain == N * (N - 1) / 2);
}

static void
teams ()
{
  int limits = 0;
#pragma omp teams num_teams(2) thread_limit(3) reduction(+ : limits)
#pragma omp distribute parallel for num_threads(4) reduction(+ : limits)
  for (int i = 0; i < 2; i++)
    limits += omp_get_thread_limit () == 3 && omp_get_num_threads () <= 3;
  CHECK (limits == 2);
}

template <typename T>
static T
twice_by_hand (T x)
{
  return 2 * x + 1;
}

static int
in_region (int x)
{
  return twice_by_hand (x);
}

#pragma omp declare variant(in_region) match(construct = { parallel })
static int
twice (int x)
{
  return 2 * x;
}

#pragma omp declare simd uniform(base) linear(i : 1) simdlen(4) notinbranch
static double
element (const double *base, int i)
{
  return base[i] + i;
}

static void
simd ()
{
  alignas (64) double a[N], b[N];
  int place = 3;
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp simd aligned(a, b : 64) safelen(8) simdlen(4) nontemporal(b)       \
    linear(place : 2)
  for (int i = 0; i < N; i++)
    {
      b[i] = element (a, i) + place;
      place += 2;
    }
  CHECK (place == 3 + 2 * N);
  for (int i = 0; i < N; i++)
    CHECK (b[i] == 2 * i + 3 + 2 * i);
}

int
main ()
{
  atomics<int> ();
  atomics<long> ();
  long total = 0;
  regions (total);
  loops ();
  cancelled ();
  tasks ();
  teams ();
  simd ();
  int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
  inside += twice (5) == 11;
  CHECK (inside >= 1 && twice (5) == 10);
#pragma omp error at(execution) severity(warning) message("as meant")
  return 0;
}
// { dg-output "error directive encountered: as meant" }
