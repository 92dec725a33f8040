/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The cost of finding a mapped range: one range again and again, a working set
   of 16, random ones of 10^5 ranges of a cache line, and random bytes inside of
   10^5 ranges of half a page.  And the cost of mapping and unmapping one range
   among 10^5.  Each with 1, 2 and 4 threads, in nanoseconds an operation of one
   thread.  The device is that of null-plugin.c.  */

#include <string.h>

#include "target.h"
#include "timing.h"

#define RANGES 100000
#define LINE 64
#define PAGE 4096
#define THREADS_MAX 4
#define OPERATIONS 200000

extern void GOMP_target_enter_exit_data (int, size_t, void **, size_t *,
                                         unsigned short *, unsigned, void **);

enum
{
  MAP_ALLOC = 0x300,
  MAP_RELEASE = 0x317,
  ENTER = 0, /* flags */
  EXIT = 2
};

static char *lines, *pages; /* RANGES lines and pages, associated */
static int device;

static void
associate (char *base, size_t stride, size_t size)
{
  for (size_t i = 0; i < RANGES; i++)
    if (omp_target_associate_ptr (base + i * stride, base + i * stride, size, 0,
                                  device)
        != 0)
      abort ();
}

/* Allocate SIZE bytes at a multiple of a page, which are never touched.  */
static char *
reserve (size_t size)
{
  char *memory = malloc (size + PAGE);
  if (memory == NULL)
    abort ();
  return memory + PAGE - (uintptr_t)memory % PAGE;
}

static void
look (const char *base, size_t stride, uint32_t among, uint32_t seed)
{
  uint32_t state = seed;
  for (int i = 0; i < OPERATIONS; i++)
    {
      uint32_t random = bench_random (&state);
      const char *at = base + random % among * stride;
      if (stride > LINE)
        at += random / RANGES % (PAGE / 2);
      if (!omp_target_is_present (at, device))
        abort ();
    }
}

static void
look_same (int thread)
{
  (void)thread;
  look (lines, LINE, 1, 1);
}

static void
look_sixteen (int thread)
{
  look (lines, LINE, 16, (uint32_t)thread + 1);
}

static void
look_random (int thread)
{
  look (lines, LINE, RANGES, (uint32_t)thread + 1);
}

static void
look_inside (int thread)
{
  look (pages, PAGE, RANGES, (uint32_t)thread + 1);
}

/* In the unmapped second half of a random page; each thread has its own
   pages.  */
static void
map_and_unmap (int thread)
{
  uint32_t state = (uint32_t)thread + 1;
  for (int i = 0; i < OPERATIONS / 2; i++)
    {
      uint32_t page = bench_random (&state) % (RANGES / THREADS_MAX);
      void *at = pages + PAGE / 2
                 + ((size_t)page * THREADS_MAX + (unsigned)thread) * PAGE;
      size_t size = LINE;
      unsigned short alloc = MAP_ALLOC, release = MAP_RELEASE;
      GOMP_target_enter_exit_data (device, 1, &at, &size, &alloc, ENTER, NULL);
      GOMP_target_enter_exit_data (device, 1, &at, &size, &release, EXIT, NULL);
    }
}

static void
measure (const char *name, void (*body) (int), int operations)
{
  for (int threads = 1; threads <= THREADS_MAX; threads *= 2)
    {
      char row[64];
      double start = 0;
#pragma omp parallel num_threads(threads)
      {
        body (omp_get_thread_num ());
#pragma omp barrier
#pragma omp master
        start = bench_now_ns ();
#pragma omp barrier
        body (omp_get_thread_num ());
      }
      snprintf (row, sizeof (row), "%s-%d", name, threads);
      bench_print (row, (bench_now_ns () - start) / operations);
    }
}

int
main (void)
{
  device = omp_get_default_device ();
  if (omp_get_num_devices () == 0)
    {
      fputs ("no device\n", stderr);
      return 2;
    }
  lines = reserve ((size_t)RANGES * LINE);
  pages = reserve ((size_t)RANGES * PAGE);
  associate (lines, LINE, LINE);
  associate (pages, PAGE, PAGE / 2);
  measure ("same", look_same, OPERATIONS);
  measure ("sixteen", look_sixteen, OPERATIONS);
  measure ("random", look_random, OPERATIONS);
  measure ("inside", look_inside, OPERATIONS);
  measure ("map-unmap", map_and_unmap, OPERATIONS / 2);
  return 0;
}
