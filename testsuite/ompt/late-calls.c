/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread calls the library after the library's destructor for it has run: in
   another destructor, called for the second time, or for the TURNth, the last
   being the fourth; before that it has called the library, or not, if EARLY is
   0.  It queries, takes a lock and runs a region, as the arguments say:
   late-calls QUERIES LOCKS REGIONS [TURN EARLY [KEYS]].  TURN 0: the main
   thread calls in a handler of exit, after the library's.  The program has KEYS
   other keys before the library has its own: from 31 on, its destructors come
   after the library's.  */

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int queries, locks, regions, failed;
static int turn = 2, early = 1;
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
end (void *value)
{
  static int turns[5]; /* the key's values in them */
  int *next = value == &key ? &turns[1] : (int *)value + 1;
  if (next - turns != turn)
    pthread_setspecific (key, next);
  else
    call ();
}

static void *
run (void *unused)
{
  pthread_setspecific (key, &key);
  if (early)
    failed |= omp_get_num_threads () != 1;
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  pthread_key_t other;
  if (argc != 4 && argc != 6 && argc != 7)
    return 2;
  queries = atoi (argv[1]);
  locks = atoi (argv[2]);
  regions = atoi (argv[3]);
  if (argc >= 6)
    {
      turn = atoi (argv[4]);
      early = atoi (argv[5]);
    }
  for (int keys = argc == 7 ? atoi (argv[6]) : 0; keys > 0; keys--)
    if (pthread_key_create (&other, NULL) != 0)
      return 1;
  if (turn == 0)
    atexit (call);
  omp_init_lock (&lock);
  if (pthread_key_create (&key, end) != 0
      || pthread_create (&thread, NULL, run, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    return 1;
  if (turn != 0)
    omp_destroy_lock (&lock);
  return failed;
}
