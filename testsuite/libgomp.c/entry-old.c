/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-options "-O0" } */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "disabled" } */
/* Entry points that only code of old compilers calls: regions in two halves,
   tasks with fewer arguments, target regions of GCC 4.9, images without a
   version.  Compiled without optimization: the compiler takes these functions
   for its built-in ones, and would treat their arguments accordingly.  */

#include "check.h"

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>

extern void GOMP_parallel_start (void (*) (void *), void *, unsigned);
extern void GOMP_parallel_sections_start (void (*) (void *), void *, unsigned,
                                          unsigned);
extern void GOMP_parallel_end (void);
extern unsigned GOMP_sections_start (unsigned);
extern unsigned GOMP_sections_next (void);
extern void GOMP_sections_end (void);
extern bool GOMP_sections_end_cancel (void);
extern void GOMP_sections_end_nowait (void);
extern void GOMP_target (int, void (*) (void *), const void *, size_t, void **,
                         size_t *, unsigned char *);
extern void GOMP_target_data (int, const void *, size_t, void **, size_t *,
                              unsigned char *);
extern void GOMP_target_update (int, const void *, size_t, void **, size_t *,
                                unsigned char *);
extern void GOMP_target_end_data (void);
extern void GOMP_teams (unsigned, unsigned);
extern void GOMP_offload_register (const void *, int, const void *);
extern void GOMP_offload_unregister (const void *, int, const void *);
extern void GOMP_offload_register_ver (unsigned, const void *, int,
                                       const void *);
extern void GOMP_offload_unregister_ver (unsigned, const void *, int,
                                         const void *);

static int count, sections[10];

static void
add (void *arg)
{
  __atomic_add_fetch ((int *)arg, 1, __ATOMIC_RELAXED);
}

static void
do_sections (void *arg)
{
  (void)arg;
  unsigned i;
  while ((i = GOMP_sections_next ()) != 0)
    add (&sections[i - 1]);
  GOMP_sections_end_nowait ();
}

static void
check_sections (int times)
{
  for (int i = 0; i < 10; i++)
    CHECK (sections[i] == times);
}

static void
halves (void)
{
  unsigned threads = (unsigned)omp_get_max_threads ();
  GOMP_parallel_start (add, &count, 0);
  CHECK (omp_get_thread_num () == 0 && omp_get_level () == 1);
  CHECK (omp_get_num_threads () == (int)threads);
  add (&count);
  GOMP_parallel_end ();
  CHECK (count == (int)threads && omp_get_level () == 0);

  GOMP_parallel_sections_start (do_sections, NULL, 2, 10);
  do_sections (NULL);
  GOMP_parallel_end ();
  check_sections (1);
#pragma omp parallel
  {
    for (unsigned i = GOMP_sections_start (10); i; i = GOMP_sections_next ())
      add (&sections[i - 1]);
    CHECK (!GOMP_sections_end_cancel ());
    check_sections (2);
  }
}

/* GCC 4.8 and older pass seven arguments, with anything above them.  */
static void
short_task (void)
{
  typedef void seven (void (*) (void *), void *, void (*) (void *, void *),
                      long, long, bool, unsigned);
  extern void task_of_old (void (*) (void *), void *, void (*) (void *, void *),
                           long, long, bool, unsigned) __asm__("GOMP_task");
  seven *task = task_of_old;
  count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++)
    {
      int *pointer = &count;
      task (add, pointer, NULL, 0, 1, false, 0);
    }
  CHECK (count == 100);
}

static void
region (void *block)
{
  int **slots = block;
  ++*slots[0];
}

static void
old_target (void)
{
  int x = 5;
  void *hosts[] = { &x };
  size_t sizes[] = { sizeof x };
  unsigned char kinds[] = { 2 << 3 | 3 };
  GOMP_target (-1, region, NULL, 1, hosts, sizes, kinds);
  CHECK (x == 6);
  GOMP_target_data (-1, NULL, 1, hosts, sizes, kinds);
  GOMP_target (-1, region, NULL, 1, hosts, sizes, kinds);
  GOMP_target_update (-1, NULL, 1, hosts, sizes, (unsigned char[]){ 2 });
  GOMP_target_end_data ();
  CHECK (x == 7);
  int limit = omp_get_thread_limit ();
#pragma omp task if (0)
  {
    GOMP_teams (3, 2);
    CHECK (omp_get_thread_limit () == 2 && omp_get_team_num () == 0);
    GOMP_teams (0, 0);
    CHECK (omp_get_thread_limit () == 2);
  }
  CHECK (omp_get_thread_limit () == limit);
}

static void
old_images (void)
{
  static void *table[4];
  static const int data;
  enum
  {
    INTEL_MIC = 6
  };
  GOMP_offload_register (table, INTEL_MIC, &data);
  GOMP_offload_register_ver (1 << 16, table, INTEL_MIC, table);
  old_target ();
  GOMP_offload_unregister_ver (1 << 16, table, INTEL_MIC, table);
  GOMP_offload_unregister (table, INTEL_MIC, &data);
}

int
main (void)
{
  halves ();
  short_task ();
  old_images ();
  return 0;
}
