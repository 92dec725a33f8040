/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -DOFFLOAD_EMUL_SHARED" } */
/* { dg-additional-options "-Wno-unknown-pragmas" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-skip-stock "its devices have memory of their own" } */
/* Host and devices at the same time: they count together, hand a value to and
   fro, and wait for each other.  */

#include "unified.h"

#define ROUNDS 1000

static void
count_together (int devices)
{
  int counter = 0, *p = &counter;
  for (int device = 0; device < devices; device++)
#pragma omp target nowait device(device)
    for (int i = 0; i < ROUNDS; i++)
      {
#pragma omp atomic
        ++*p;
      }
  for (int i = 0; i < ROUNDS; i++)
    {
#pragma omp atomic
      ++*p;
    }
#pragma omp taskwait
  CHECK (counter == ROUNDS * (devices + 1));
}

static void
await (int *turn, int mine)
{
  int now;
  do
    {
#pragma omp atomic read acquire
      now = *turn;
    }
  while (now != mine);
}
#pragma omp declare target to(await)

/* The region and the host must run at once.  The host is the one that begins,
   and so it waits for a region that nobody but the device can run.  */
static void
take_turns (int device)
{
  int turn = 0, value = 0, *t = &turn, *v = &value;
#pragma omp target nowait device(device)
  for (int i = 0; i < 10; i++)
    {
      await (t, 2 * i + 1);
      *v = *v * 2 + 1;
#pragma omp atomic write release
      *t = 2 * i + 2;
    }
  for (int i = 0; i < 10; i++)
    {
      await (t, 2 * i);
      value++;
#pragma omp atomic write release
      turn = 2 * i + 1;
    }
#pragma omp taskwait
  CHECK (value == 3 * 1023 && turn == 20);
}

/* Regions on many threads of the host.  */
static void
run_at_once (int devices)
{
  int sum = 0;
#pragma omp parallel for num_threads(8) reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    {
      int mine = i, *p = &mine;
#pragma omp target device(i % devices)
      *p *= 2;
      sum += mine;
    }
  CHECK (sum == 64 * 63);
}

int
main (void)
{
  int devices = shared_devices ();
  if (devices == 0)
    return 0;
  count_together (devices);
  for (int device = 0; device < devices; device++)
    take_turns (device);
  run_at_once (devices);
  return 0;
}
