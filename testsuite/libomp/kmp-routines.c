/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines kmp_*, by their names for C and for Fortran.  */
/* { dg-do run } */
/* { dg-skip-stock "shows times and modes of waiting otherwise" } */
/* { dg-threads "1 2 4" } */

#define _GNU_SOURCE
#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "../libgomp.c/check.h"

extern void kmp_set_stacksize_ (int *);
extern void kmp_set_stacksize_s_ (size_t *);
extern size_t kmp_get_stacksize_s_ (void);
extern void kmpc_set_stacksize (int);
extern void kmpc_set_stacksize_s (size_t);
extern void kmp_set_blocktime_ (int *);
extern void kmpc_set_blocktime (int);
extern int kmp_get_blocktime_ (void);
extern void kmp_set_library_ (int *);
extern void kmpc_set_library (int);
extern int kmp_get_library_ (void);
extern void kmpc_set_defaults (const char *);
extern void kmp_set_defaults_ (const char *, int);
extern int kmp_get_num_known_threads (void);
extern int kmp_get_cancellation_status (int);
extern int kmp_set_affinity_mask_proc_ (int *, kmp_affinity_mask_t *);
extern int kmpc_get_affinity_mask_proc (int, kmp_affinity_mask_t *);
extern void *kmp_malloc_ (size_t *);
extern void *kmp_calloc_ (size_t *, size_t *);
extern void *kmp_realloc_ (void **, size_t *);
extern void *kmp_aligned_malloc_ (size_t *, size_t *);
extern void kmp_free_ (void **);
extern void *kmpc_malloc (size_t);
extern void kmpc_free (void *);

/* Before there are threads.  */
static void
defaults (void)
{
  int threads = omp_get_max_threads ();
  kmp_set_defaults ("OMP_NUM_THREADS=7");
  CHECK (omp_get_max_threads () == 7);
  kmpc_set_defaults ("OMP_DYNAMIC=true|OMP_NUM_THREADS=5");
  CHECK (omp_get_max_threads () == 5 && omp_get_dynamic ());
  kmp_set_defaults_ ("OMP_DYNAMIC=false", 17);
  CHECK (!omp_get_dynamic ());
  omp_set_num_threads (threads);
}

static size_t
stack_of_caller (void)
{
  pthread_attr_t attr;
  size_t size = 0;
  void *at;
  pthread_getattr_np (pthread_self (), &attr);
  pthread_attr_getstack (&attr, &at, &size);
  pthread_attr_destroy (&attr);
  return size;
}

static void
stacks (void)
{
  CHECK (kmp_get_stacksize_s () >= 16384);
  CHECK (kmp_get_stacksize () == (int)kmp_get_stacksize_s ());
  int small = 1 << 20;
  size_t size = 3 << 20;
  kmp_set_stacksize_ (&small);
  CHECK (kmp_get_stacksize_s () == 1 << 20);
  kmp_set_stacksize_s_ (&size);
  CHECK (kmp_get_stacksize_s_ () == size);
  kmpc_set_stacksize (4 << 20);
  CHECK (kmp_get_stacksize () == 4 << 20);
  kmpc_set_stacksize_s (5 << 20);
  CHECK (kmp_get_stacksize () == 5 << 20);
  kmp_set_stacksize_s (20 << 20);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    CHECK (stack_of_caller () >= 20 << 20);
  kmp_set_stacksize (2 << 20);
}

static void
waiting (void)
{
  int ms = 70;
  kmp_set_blocktime_ (&ms);
  CHECK (kmp_get_blocktime () == 70 && kmp_get_blocktime_ () == 70);
  kmpc_set_blocktime (0);
  CHECK (kmp_get_blocktime () == 0);
#pragma omp parallel
  {
#pragma omp barrier
  }
  kmp_set_blocktime (-5);
  CHECK (kmp_get_blocktime () == 0);
  kmp_set_blocktime (INT_MAX);
  CHECK (kmp_get_blocktime () == INT_MAX);
  kmp_set_blocktime (1);
}

static int
team_of_three (void)
{
  int threads = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  threads = omp_get_num_threads ();
  return threads;
}

static void
modes (void)
{
  int turnaround = 2;
  CHECK (kmp_get_library () == 3);
  CHECK (team_of_three () == 3);
  kmp_set_library_serial ();
  CHECK (kmp_get_library () == 1 && team_of_three () == 1);
  kmp_set_library_ (&turnaround);
  CHECK (kmp_get_library_ () == 2 && team_of_three () == 3);
  kmp_set_library_turnaround ();
  CHECK (kmp_get_blocktime () == INT_MAX);
  kmpc_set_library (1);
  CHECK (team_of_three () == 1);
  kmp_set_library_throughput ();
  CHECK (kmp_get_library () == 3 && team_of_three () == 3);
  CHECK (kmp_get_blocktime () == 1);
}

static void
affinity (void)
{
  kmp_affinity_mask_t mask, before;
  int most = kmp_get_affinity_max_proc ();
  CHECK (most >= 1);
  kmp_create_affinity_mask (&mask);
  kmp_create_affinity_mask (&before);
  for (int i = 0; i < most; i++)
    CHECK (kmp_get_affinity_mask_proc (i, &mask) == 0);
  CHECK (kmp_set_affinity (&mask) != 0);
  CHECK (kmp_set_affinity_mask_proc (-1, &mask) == -1);
  CHECK (kmp_set_affinity_mask_proc (most, &mask) == -1);
  CHECK (kmp_get_affinity (&before) == 0);
  int first = 0;
  while (kmp_get_affinity_mask_proc (first, &before) == 0)
    first++;
  CHECK (kmp_set_affinity_mask_proc_ (&first, &mask) == 0);
  CHECK (kmpc_get_affinity_mask_proc (first, &mask) == 1);
  CHECK (kmp_set_affinity (&mask) == 0);
  cpu_set_t set;
  CHECK (sched_getaffinity (0, sizeof (set), &set) == 0);
  CHECK (CPU_COUNT (&set) == 1 && CPU_ISSET (first, &set));
  CHECK (kmp_unset_affinity_mask_proc (first, &mask) == 0);
  CHECK (kmp_get_affinity_mask_proc (first, &mask) == 0);
  CHECK (kmp_set_affinity (&before) == 0);
  kmp_destroy_affinity_mask (&mask);
  kmp_destroy_affinity_mask (&before);
  CHECK (mask == NULL);
}

/* Fortran passes addresses.  */
static void
memory (void)
{
  size_t large = 1000000, three = 3, align = 512;
  char *p = kmp_malloc_ (&large);
  CHECK (p != NULL);
  memset (p, 1, large);
  p = kmp_realloc_ ((void **)&p, &three);
  CHECK (p != NULL && p[2] == 1);
  kmp_free_ ((void **)&p);
  p = kmp_calloc_ (&three, &large);
  CHECK (p != NULL && p[3 * large - 1] == 0);
  kmp_free_ ((void **)&p);
  p = kmp_aligned_malloc_ (&large, &align);
  CHECK (p != NULL && (unsigned long)p % align == 0);
  kmp_free_ ((void **)&p);
  CHECK (kmp_aligned_malloc (100, 100) == NULL);
  kmpc_free (kmpc_malloc (10));
}

int
main (void)
{
  defaults ();
  stacks ();
  waiting ();
  modes ();
  affinity ();
  memory ();
  CHECK (kmp_get_num_known_threads () >= 1);
  CHECK (kmp_get_cancellation_status (1) == 0);
  kmp_set_disp_num_buffers (5);
  kmp_set_warnings_off ();
  kmp_set_warnings_on ();
  return 0;
}
