/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of 1 ms and of 10 ms of work on 1, 2, 4 and 8 devices, as many on
   each, beside the same work by threads of the host: what the CPUs allow.

     OFFLOAD_HOSTS='localhost*8' OMP_NUM_THREADS_DEV=1 ./devices [TURNS]

   The regions are deferred, and the program waits for all of them; a device may
   run several at a time.  The host has a thread for each CPU.  Prints a line
   for each row: milliseconds of work in a region, devices, milliseconds, those
   of the host, and their quotient, the efficiency, each the median over the
   turns.  */

#include "target.h"
#include "timing.h"

#define REGIONS 64 /* on each device */
#define DEVICES_MAX 8
#define TURNS_MAX 1000

#pragma omp declare target
static void
work (long rounds)
{
  volatile unsigned long result;
  unsigned long x = 88172645463325252ul;
  for (long i = 0; i < rounds; i++)
    {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
  result = x;
  (void)result;
}
#pragma omp end declare target

static double
time_on_host (int devices, long rounds)
{
  double begin = bench_now_ns ();
#pragma omp parallel for schedule(dynamic) num_threads(omp_get_num_procs())
  for (int i = 0; i < devices * REGIONS; i++)
    work (rounds);
  return (bench_now_ns () - begin) / 1e6;
}

static double
time_on_devices (int devices, long rounds)
{
  double begin = bench_now_ns ();
  for (int i = 0; i < REGIONS; i++)
    for (int d = 0; d < devices; d++)
      {
#pragma omp target nowait device(d) firstprivate(rounds)
        work (rounds);
      }
#pragma omp taskwait
  return (bench_now_ns () - begin) / 1e6;
}

static void
measure (int devices, int length, long rounds, int turns)
{
  static double body[TURNS_MAX], host[TURNS_MAX], efficiency[TURNS_MAX];
  time_on_devices (devices, 1);
  for (int i = 0; i < turns; i++)
    {
      host[i] = time_on_host (devices, rounds);
      body[i] = time_on_devices (devices, rounds);
      efficiency[i] = host[i] / body[i];
    }
  printf ("%2d ms %2d devices %9.1f %9.1f %6.2f\n", length, devices,
          bench_median (body, turns), bench_median (host, turns),
          bench_median (efficiency, turns));
}

/* How many rounds take a millisecond.  */
static long
calibrate (void)
{
  const long rounds = 20000000;
  work (rounds);
  double begin = bench_now_ns ();
  work (rounds);
  return (long)(rounds / ((bench_now_ns () - begin) / 1e6));
}

int
main (int argc, char **argv)
{
  int turns = argc > 1 ? atoi (argv[1]) : 5;
  if (turns < 1 || turns > TURNS_MAX)
    return 2;
  bench_require_device ();
  long rounds = calibrate ();
  for (int length = 1; length <= 10; length += 9)
    for (int devices = 1;
         devices <= DEVICES_MAX && devices <= omp_get_num_devices ();
         devices *= 2)
      measure (devices, length, length * rounds, turns);
  return 0;
}
