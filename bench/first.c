/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The first large copy to device memory that was never touched, compared with
   memcpy into fresh memory of this process; and the first region that reads the
   data, compared with the host's first pass over its own copy.  The two take
   turns.  Device memory is not freed between turns, since it would not be fresh
   then.  */

#include <string.h>
#include <sys/mman.h>

#include "target.h"
#include "timing.h"

#define LARGE ((size_t)252 << 20)
#define TURNS 5
#define BLOCKS 16 /* small blocks in a turn */
#define LINE 64

static char *source;

static char *
get_fresh (size_t size)
{
  char *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (p == MAP_FAILED)
    {
      perror ("mmap");
      exit (2);
    }
  return p;
}

static double
time_memcpy (char *to, size_t size)
{
  double start = bench_now_ns ();

  memcpy (to, source, size);
  __asm__ volatile("" : : "r"(to) : "memory");
  return bench_now_ns () - start;
}

static double
time_copy (char *to, size_t size)
{
  int host = omp_get_initial_device (), device = omp_get_default_device ();
  double start = bench_now_ns ();

  if (omp_target_memcpy (to, source, size, 0, 0, device, host) != 0)
    exit (2);
  return bench_now_ns () - start;
}

#pragma omp declare target
static long
add_lines (const char *p, size_t size)
{
  long sum = 0;

  for (size_t i = 0; i < size; i += LINE)
    sum += p[i];
  return sum;
}
#pragma omp end declare target

static volatile long result;

static double
time_host_read (const char *p, size_t size)
{
  double start = bench_now_ns ();

  result = add_lines (p, size);
  return bench_now_ns () - start;
}

static double
time_region_read (const char *p, size_t size)
{
  double start = bench_now_ns ();
  long sum = 0;

#pragma omp target is_device_ptr(p) map(tofrom : sum)
  sum = add_lines (p, size);
  result = sum;
  return bench_now_ns () - start;
}

/* Pages that a virtual machine uses for the first time cost more.  Use enough
   pages now, so that those that are measured are not the first.  */
static void
warm_pages (size_t size)
{
  char *p = get_fresh (size);

  for (size_t i = 0; i < size; i += 4096)
    p[i] = 1;
  munmap (p, size);
}

/* Measure COUNT blocks of SIZE bytes.  The first turn does not count: threads
   wake up in it.  */
static void
measure (const char *name, size_t size, int count)
{
  double host[TURNS], device[TURNS], host_read[TURNS], device_read[TURNS];
  char row[64];

  for (int i = -1; i < TURNS; i++)
    {
      double sums[4] = { 0, 0, 0, 0 };
      for (int k = 0; k < count; k++)
        {
          char *h = get_fresh (size);
          char *d = omp_target_alloc (size, omp_get_default_device ());
          if (!d)
            exit (2);
          sums[0] += time_memcpy (h, size);
          sums[1] += time_host_read (h, size);
          sums[2] += time_copy (d, size);
          sums[3] += time_region_read (d, size);
          munmap (h, size);
        }
      if (i < 0)
        continue;
      host[i] = sums[0] / count;
      host_read[i] = sums[1] / count;
      device[i] = sums[2] / count;
      device_read[i] = sums[3] / count;
    }
  snprintf (row, sizeof row, "memcpy-fresh-%s", name);
  bench_print (row, bench_median (host, TURNS));
  snprintf (row, sizeof row, "first-copy-%s", name);
  bench_print (row, bench_median (device, TURNS));
  snprintf (row, sizeof row, "host-read-%s", name);
  bench_print (row, bench_median (host_read, TURNS));
  snprintf (row, sizeof row, "first-read-%s", name);
  bench_print (row, bench_median (device_read, TURNS));
}

int
main (void)
{
  bench_require_device ();
  source = get_fresh (LARGE);
  memset (source, 3, LARGE);
  warm_pages ((TURNS + 7) * LARGE);
  measure ("1M", (size_t)1 << 20, BLOCKS);
  measure ("2M", (size_t)2 << 20, BLOCKS);
  measure ("4M", (size_t)4 << 20, BLOCKS);
  measure ("16M", (size_t)16 << 20, BLOCKS / 4);
  measure ("252M", LARGE, 1);
  return 0;
}
