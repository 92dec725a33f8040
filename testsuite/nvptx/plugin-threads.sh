# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Several threads of the host on the plugin under test: the stand-in ends a
# program whose copies and kernels touch the same bytes without an order.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > threads.c <<'EOC'
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

enum
{
  SHARED = 1000,
  OWN = 1000000
};

static int shared[SHARED];

static void *
sum (void *expected)
{
  int sum = 0;
#pragma omp target map(tofrom: sum) map(alloc: shared)
  for (int i = 0; i < SHARED; i++)
    sum += shared[i];
  CHECK (sum == SHARED * *(int *)expected);
  return NULL;
}

static void
set_shared (int value)
{
  for (int i = 0; i < SHARED; i++)
    shared[i] = value;
}

/* Blocks of many sizes, small and large copies.  */
static void
work (int thread)
{
  int *p = calloc (OWN, sizeof (*p));
  for (int k = 0; k < 20; k++)
    {
      int v = thread * 100 + k, n = 1 + k * k * k * 120;
      p[n - 1] = p[0] = k;
#pragma omp target map(tofrom: v, p[0:n])
      {
        v += p[0];
        p[n - 1] += 1;
      }
      CHECK (v == thread * 100 + 2 * k);
      CHECK (p[n - 1] == k + 1);
    }
  free (p);
}

int
main (void)
{
  for (int round = 1; round < 5; round++)
    {
      int later = round + 1;
      pthread_t thread;
      set_shared (round);
#pragma omp target enter data map(to: shared)
      pthread_create (&thread, NULL, sum, &round);
      pthread_join (thread, NULL);
#pragma omp parallel num_threads(4)
      {
        work (omp_get_thread_num ());
#pragma omp barrier
#pragma omp single
        {
          set_shared (later);
#pragma omp target update to(shared)
        }
        sum (&later);
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < 40; i++)
          {
#pragma omp target map(alloc: shared) nowait
            for (int k = i; k < SHARED; k += 40)
              shared[k]++;
          }
#pragma omp single
        later++;
        sum (&later);
      }
#pragma omp target exit data map(delete: shared)
    }
  return 0;
}
EOC

cat > attached.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

enum
{
  SMALL = 1000,
  LARGE = 400000
};

static struct
{
  int n;
  int *p, *q;
} list, kept;
static int small[SMALL], large[LARGE], of_kept[SMALL];
static int regions;

/* Whoever comes first maps it, the last copies it back.  */
static void
add (void)
{
#pragma omp target map(tofrom: list, list.p[:SMALL], list.q[:LARGE])
  {
#pragma omp atomic
    list.n++;
#pragma omp atomic
    list.p[3]++;
#pragma omp atomic
    list.q[LARGE - 1]++;
  }
#pragma omp atomic
  regions++;
}

static void
add_between (void)
{
#pragma omp target enter data map(to: list)                                  \
    map(to: list.p[:SMALL], list.q[:LARGE])
  add ();
#pragma omp target exit data map(from: list.p[:SMALL], list.q[:LARGE])       \
    map(from: list)
}

/* The compiler drops the structure, which the region does not use: the pointer
   is attached if others have mapped it.  */
static void
attach (void)
{
#pragma omp target map(tofrom: list, list.p[:SMALL]) nowait
  ;
#pragma omp taskwait
}

/* In a structure that stays.  */
static void
use_kept (void)
{
  int seen = -1;
#pragma omp target map(tofrom: kept.p[:SMALL]) map(from: seen)
  seen = kept.p[4];
  CHECK (seen == 5);
}

static void
work (int turn)
{
  if (turn < 2)
    add ();
  else if (turn == 2)
    add_between ();
  else if (turn == 3)
    attach ();
  else
    use_kept ();
}

int
main (void)
{
  int *p, *q;
  list.p = small;
  list.q = kept.q = large;
  kept.p = of_kept;
  of_kept[4] = 5;
#pragma omp target enter data map(to: kept)
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 30; k++)
    work ((k * 7 + omp_get_thread_num () * 3) % 5);
  CHECK (!omp_target_is_present (&list, 0));
  CHECK (list.n == regions && small[3] == regions);
  CHECK (large[LARGE - 1] == regions);
#pragma omp target map(from: p, q)
  {
    p = kept.p;
    q = kept.q;
  }
  CHECK (p == of_kept && q == large);
#pragma omp target exit data map(from: kept)
  CHECK (kept.p == of_kept && kept.q == large);
  CHECK (list.p == small && list.q == large);
  return 0;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O2 \
  -I"$testsuite/libgomp.c" threads.c

# runs NAME: with each libgomp.
runs () {
  for runtime in $both_runtimes; do
    on_device ./program
    conclude "$1"
  done
}

runs "four threads"

# Each of two regions waits for the other to have begun.  It is the second thread's
# first use of the device, most probably while the other's runs, and waits for
# nothing: they share what was mapped before, and have each mapped data of its own.
cat > together.c <<'EOC'
#include <omp.h>
#include <unistd.h>

static int begun[2], own[2][1000];

int
main (void)
{
#pragma omp target enter data map(to: begun)
#pragma omp parallel num_threads(2)
    {
      int i = omp_get_thread_num ();
      if (i == 1)
        usleep (200000);
      int *mine = own[i];
#pragma omp target map(alloc: begun) map(tofrom: mine[0:1000])
      {
        mine[0]++;
        __atomic_store_n (&begun[i], 1, __ATOMIC_RELEASE);
        while (!__atomic_load_n (&begun[1 - i], __ATOMIC_ACQUIRE))
          ;
      }
    }
  return own[0][0] != 1 || own[1][0] != 1;
}
EOC
mv program threads
compile_or_stop "regions of two threads compile" "$GCC" -O2 together.c
runs "regions of two threads at once"
compile_or_stop "regions that attach pointers compile" "$GCC" -O2 \
  -I"$testsuite/libgomp.c" attached.c
runtime=$LIBDIR
on_device ./program
conclude "four threads attach the same pointers"
mv threads program

GOMP_OFFLOAD_SYNC=1
export GOMP_OFFLOAD_SYNC
runs "four threads, one call at a time"
finish
