/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The pool: regions of changing sizes, nested regions, and regions of threads
   that come and go use the existing threads; fork leaves both processes
   working.  */

#define _GNU_SOURCE 1
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "icv/icv.h"
#include "team/team.h"

static atomic_uint entered;

static unsigned
list_threads (void)
{
  DIR *dir = opendir ("/proc/self/task");
  EXPECT (dir != NULL);
  unsigned n = 0;
  for (struct dirent *e = readdir (dir); e != NULL; e = readdir (dir))
    n += e->d_name[0] != '.';
  closedir (dir);
  return n;
}

/* A thread can still be listed for a while after it was joined: there should be
   MOST threads, or fewer.  */
static unsigned
count_threads (unsigned most)
{
  unsigned n = list_threads ();
  for (int i = 0; i < 10000 && n > most; i++)
    {
      usleep (1000);
      n = list_threads ();
    }
  return n;
}

static void
enter (void *arg)
{
  (void)arg;
  atomic_fetch_add (&entered, 1);
}

static void
enter_nested (void *arg)
{
  GOMP_parallel (enter, arg, 3, 0);
}

static void
run (void (*fn) (void *), unsigned nthreads, unsigned expected)
{
  atomic_store (&entered, 0);
  GOMP_parallel (fn, NULL, nthreads, 0);
  EXPECT (atomic_load (&entered) == expected);
}

static void *
tell_thread (void *arg)
{
  *(pid_t *)arg = gettid ();
  return NULL;
}

static void *
visit (void *arg)
{
  (void)arg;
  GOMP_parallel (enter, NULL, 3, 0);
  return NULL;
}

static void
fork_once (void)
{
  pid_t child = fork ();
  EXPECT (child >= 0);
  if (child == 0)
    {
      run (enter, 4, 4);
      run (enter_nested, 2, 6);
      _exit (0);
    }
  int status;
  EXPECT (waitpid (child, &status, 0) == child && status == 0);
}

/* How many threads there are without the pool's: a sanitizer has one of its own
   once any was started.  */
static unsigned
count_without_pool (void)
{
  pthread_t thread;
  pid_t tid = 0;
  char entry[64];
  EXPECT (pthread_create (&thread, NULL, tell_thread, &tid) == 0);
  pthread_join (thread, NULL);
  snprintf (entry, sizeof (entry), "/proc/self/task/%d", (int)tid);
  for (int i = 0; i < 10000 && access (entry, F_OK) == 0; i++)
    usleep (1000);
  return list_threads ();
}

static void
test_pool (void)
{
  unsigned without_pool = count_without_pool ();
  gomp_icv_writable (gomp_self ())->max_active_levels = 2;
  run (enter, 8, 8);
  run (enter_nested, 4, 12);
  unsigned warm = list_threads ();
  for (unsigned i = 0; i < 500; i++)
    {
      unsigned n = 1 + i * 7 % 8;
      run (enter, n, n);
      run (enter_nested, 1 + i % 4, 3 * (1 + i % 4));
    }
  EXPECT (count_threads (warm) == warm);
  for (unsigned i = 0; i < 200; i++)
    {
      pthread_t thread;
      EXPECT (pthread_create (&thread, NULL, visit, NULL) == 0);
      pthread_join (thread, NULL);
    }
  EXPECT (count_threads (warm + 3) <= warm + 3);
  for (unsigned i = 0; i < 50; i++)
    fork_once ();
  run (enter, 8, 8);
  EXPECT (gomp_team_pause (gomp_self ()));
  EXPECT (count_threads (without_pool) == without_pool);
  run (enter, 5, 5);
}

int
main (void)
{
  RUN (test_pool);
  return check_done ();
}
