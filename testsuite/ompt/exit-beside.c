/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The program exits while its threads run constructs.  */

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static omp_lock_t lock;
static atomic_uint rounds;

static void
regions (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      ;
#pragma omp barrier
  }
}

static void
tasks (void)
{
#pragma omp taskgroup
  for (int i = 0; i < 4; i++)
    {
#pragma omp task
      ;
    }
#pragma omp taskwait
}

static void
locks (void)
{
  omp_set_lock (&lock);
  omp_unset_lock (&lock);
#pragma omp critical
  ;
}

static void *
run (void *body)
{
  for (;;)
    {
      (*(void (**) (void))body) ();
      atomic_fetch_add (&rounds, 1);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  static void (*bodies[]) (void) = { regions, tasks, locks };
  unsigned wanted = argc > 1 ? (unsigned)atoi (argv[1]) : 0;
  omp_init_lock (&lock);
  for (int i = 0; i < 6; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, run, &bodies[i % 3]) != 0)
        return 1;
    }
  while (atomic_load (&rounds) < wanted)
    usleep (100);
  exit (0);
}
