/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs the construct that its first argument names, in a way whose events
   events.sh knows.  */

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int x;

static void
regions (void)
{
  for (int i = 0; i < 3; i++)
#pragma omp parallel
    x = i;
}

static void
sizes (void)
{
  for (int i = 1; i <= 4; i++)
#pragma omp parallel num_threads(i)
    x = i;
}

static void
nested (void)
{
  omp_set_max_active_levels (3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  x = 1;
}

static void
barriers (void)
{
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp barrier
  }
}

static void
loops (void)
{
#pragma omp parallel
  for (int k = 0; k < 2; k++)
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++)
      x = i;
}

static void
cancelled (void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp cancel parallel
      }
#pragma omp barrier
  }
}

static void *
one_region (void *arg)
{
#pragma omp parallel num_threads(2)
  x = 1;
  return arg;
}

static void
foreign (void)
{
  for (int i = 0; i < 3; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, one_region, NULL);
      pthread_join (thread, NULL);
    }
}

static const struct
{
  const char *name;
  void (*run) (void);
} constructs[] = {
#define C(name)                                                                \
  {                                                                            \
#    name, name                                                                \
  }
  C (regions), C (sizes),     C (nested),  C (barriers),
  C (loops),   C (cancelled), C (foreign),
#undef C
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (constructs) / sizeof (constructs[0]); i++)
    if (argc > 1 && strcmp (argv[1], constructs[i].name) == 0)
      {
        constructs[i].run ();
        return 0;
      }
  return 1;
}
