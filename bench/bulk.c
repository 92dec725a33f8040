/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* 64 MiB to and from a device against memcpy of the same size between two
   buffers of the host.  The three run in turns, so that other work on the
   machine affects them alike.  */

#include <string.h>

#include "target.h"
#include "timing.h"

#define BYTES ((size_t)64 << 20)
#define TURNS 9

static double
time_memcpy (char *to, const char *from)
{
  double start = bench_now_ns ();

  memcpy (to, from, BYTES);
  /* Otherwise the compiler may drop a copy that is never read.  */
  __asm__ volatile("" : : "r"(to) : "memory");
  return bench_now_ns () - start;
}

static double
time_update_to (char *buffer)
{
  double start = bench_now_ns ();

#pragma omp target update to(buffer[0:BYTES])
  return bench_now_ns () - start;
}

static double
time_update_from (char *buffer)
{
  double start = bench_now_ns ();

#pragma omp target update from(buffer[0:BYTES])
  return bench_now_ns () - start;
}

static char *
allocate (int fill)
{
  char *buffer = malloc (BYTES);

  if (!buffer)
    {
      perror ("malloc");
      exit (2);
    }
  memset (buffer, fill, BYTES);
  return buffer;
}

int
main (void)
{
  char *mapped = allocate (1), *other = allocate (2);
  double copy[TURNS], to[TURNS], from[TURNS];

  bench_require_device ();
#pragma omp target enter data map(to: mapped[0:BYTES])
  for (int i = 0; i < TURNS; i++)
    {
      copy[i] = time_memcpy (other, mapped);
      to[i] = time_update_to (mapped);
      from[i] = time_update_from (mapped);
    }
#pragma omp target exit data map(delete: mapped[0:BYTES])
  bench_print ("memcpy-64M", bench_median (copy, TURNS));
  bench_print ("update-to-64M", bench_median (to, TURNS));
  bench_print ("update-from-64M", bench_median (from, TURNS));
  free (mapped);
  free (other);
  return 0;
}
