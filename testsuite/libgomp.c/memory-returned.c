/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The library returns all memory that a program gives back: of allocators and
   allocate clauses, allocators themselves, task reductions, locks of Fortran.
   However often that is done, the process does not grow.  */

#include <malloc.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

extern void omp_init_nest_lock_ (void *);
extern void omp_destroy_nest_lock_ (void *);
extern void omp_destroy_allocator_ (const intptr_t *);

#define WORDS 1000

static void
reduction_over_tasks (void)
{
  static long sum[WORDS];
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum[1]++;
  }
}

static void
allocate_clause (void)
{
  long block[WORDS];
#pragma omp parallel num_threads(1) private(block) allocate(block)
  {
    block[0] = 1;
    __asm__ volatile("" : : "r"(block) : "memory");
  }
}

static omp_allocator_handle_t
new_allocator (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_alignment, 64 } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 1, traits);
  CHECK (a != omp_null_allocator);
  return a;
}

static void
blocks (void)
{
  omp_allocator_handle_t a = new_allocator ();
  omp_free (omp_alloc (8 * WORDS, a), a);
  omp_free (omp_aligned_alloc (4096, 8 * WORDS, omp_default_mem_alloc),
            omp_null_allocator);
  void *p = omp_calloc (8, WORDS, a);
  p = omp_realloc (p, 16 * WORDS, a, a);
  omp_free (p, a);
  omp_destroy_allocator (a);
}

static void
allocators (void)
{
  for (int i = 0; i < 100; i++)
    omp_destroy_allocator (new_allocator ());
}

static void
allocators_of_fortran (void)
{
  for (int i = 0; i < 100; i++)
    {
      intptr_t a = (intptr_t)new_allocator ();
      omp_destroy_allocator_ (&a);
    }
}

static void
locks_of_fortran (void)
{
  for (int i = 0; i < 100; i++)
    {
      void *lock;
      omp_init_nest_lock_ (&lock);
      omp_destroy_nest_lock_ (&lock);
      CHECK (lock == NULL);
    }
}

static size_t
in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* Some may be kept for the next time.  */
static void
check_growth (const char *name, void (*use) (void))
{
  for (int i = 0; i < 20; i++)
    use ();
  size_t before = in_use ();
  for (int i = 0; i < 200; i++)
    use ();
  size_t after = in_use ();
  if (after > before + 20 * sizeof (long) * WORDS)
    fprintf (stderr, "%s: %zu bytes, then %zu\n", name, before, after);
  CHECK (after <= before + 20 * sizeof (long) * WORDS);
}

int
main (void)
{
  check_growth ("task reduction", reduction_over_tasks);
#pragma omp parallel num_threads(2)
#pragma omp master
  check_growth ("task reduction in a region", reduction_over_tasks);
  check_growth ("allocate clause", allocate_clause);
  check_growth ("blocks", blocks);
  check_growth ("allocators", allocators);
  check_growth ("allocators of Fortran", allocators_of_fortran);
  check_growth ("locks of Fortran", locks_of_fortran);
  return 0;
}
