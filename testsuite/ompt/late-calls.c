/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread calls the library after the library's destructor for it has run: in
   another destructor, called for the second time.  It queries, takes a lock and
   runs a region, as the arguments say: late-calls QUERIES LOCKS REGIONS.  */

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int queries, locks, regions, failed;
static omp_lock_t lock;

static void
call (void)
{
  int sum = 0;
  if (queries)
    failed |= omp_get_level () != 0 || omp_get_thread_num () != 0;
  if (locks)
    {
      omp_set_lock (&lock);
      omp_unset_lock (&lock);
    }
  if (regions)
    {
#pragma omp parallel num_threads(2) reduction(+ : sum)
      sum++;
      failed |= sum != 2;
    }
}

/* All destructors of a turn are called before those of the next one.  */
static void
end (void *turn)
{
  static int turns[2];
  if (turn != &turns[1])
    pthread_setspecific (key, &turns[1]);
  else
    call ();
}

static void *
run (void *unused)
{
  pthread_setspecific (key, &key);
  failed |= omp_get_num_threads () != 1;
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  if (argc != 4)
    return 2;
  queries = atoi (argv[1]);
  locks = atoi (argv[2]);
  regions = atoi (argv[3]);
  omp_init_lock (&lock);
  if (pthread_key_create (&key, end) != 0
      || pthread_create (&thread, NULL, run, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    return 1;
  omp_destroy_lock (&lock);
  return failed;
}
