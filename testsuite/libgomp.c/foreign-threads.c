/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Several threads of the program's own at once, each with its own teams.  A new
   thread does not see values that another one has set.  */

#include <omp.h>
#include <pthread.h>

#include "check.h"

static void *
work (void *arg)
{
  long sum = 0, tasks = 0;
  (void)arg;

  CHECK (omp_get_thread_num () == 0 && omp_get_level () == 0);
  for (int round = 0; round < 30; round++)
    {
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(dynamic)
      for (int i = 0; i < 100; i++)
        sum += i;
#pragma omp parallel num_threads(2)
#pragma omp single
      for (int i = 0; i < 10; i++)
#pragma omp task shared(tasks)
#pragma omp atomic
        tasks++;
    }
  CHECK (sum == 30 * 4950 && tasks == 300);
  return NULL;
}

int
main (void)
{
  pthread_t threads[4];

  for (int round = 0; round < 5; round++)
    {
      for (int i = 0; i < 4; i++)
        CHECK (pthread_create (&threads[i], NULL, work, NULL) == 0);
      work (NULL);
      for (int i = 0; i < 4; i++)
        pthread_join (threads[i], NULL);
    }
  return 0;
}
