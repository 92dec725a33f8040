/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Biased mutexes whose first owner gets the ownership back: after enough turns,
   again and again, while other threads come at any moment.  */

#include <pthread.h>

#include "check.h"
#include "sync/rebiased.h"

#define THREADS 2
#define VISITS 300

static struct gomp_rebiased lock;
static unsigned counter; /* lock */

static void
add (unsigned times)
{
  for (unsigned i = 0; i < times; i++)
    {
      gomp_rebiased_lock (&lock);
      counter++;
      gomp_rebiased_unlock (&lock);
    }
}

static void *
visit (void *times)
{
  add (*(const unsigned *)times);
  return NULL;
}

static void
send_visitor (unsigned times)
{
  pthread_t thread;
  pthread_create (&thread, NULL, visit, &times);
  pthread_join (thread, NULL);
}

static bool
is_owned (void)
{
  return lock.lock.owner == arch_thread ();
}

static void
start (void)
{
  lock = (struct gomp_rebiased){ .turns = 0 };
  counter = 0;
  add (1);
  EXPECT (is_owned () || !os_fence_asymmetric);
}

static void
given_back (void)
{
  start ();
  for (int round = 0; round < 3; round++)
    {
      send_visitor (1);
      EXPECT (!is_owned ());
      add (REBIASED_TURNS - 1);
      EXPECT (!is_owned ());
      add (1);
      EXPECT (is_owned () || !os_fence_asymmetric);
      add (1);
    }
  EXPECT (counter == 1 + 3 * (REBIASED_TURNS + 2));
}

/* A turn of another thread counts anew; and only the first owner gets it.  */
static void
not_given_back (void)
{
  start ();
  send_visitor (1);
  add (REBIASED_TURNS - 1);
  send_visitor (1);
  add (REBIASED_TURNS - 1);
  EXPECT (!is_owned ());
  send_visitor (2 * REBIASED_TURNS);
  EXPECT (lock.lock.owner == GOMP_BIASED_SHARED);
}

static void *
visit_often (void *count)
{
  unsigned *visits = count;
  for (*visits = 0; *visits < VISITS; ++*visits)
    {
      add (1);
      os_yield ();
    }
  return NULL;
}

/* The owner enters and leaves all the time, the others now and then.  */
static void
visited (void)
{
  pthread_t threads[THREADS];
  unsigned visits[THREADS], own = 1;
  start ();
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, visit_often, &visits[i]);
  for (; own < 100 * VISITS; own++)
    add (1);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  EXPECT (counter == own + THREADS * VISITS);
}

int
main (void)
{
  os_fence_init ();
  RUN (given_back);
  RUN (not_given_back);
  RUN (visited);
  return check_done ();
}
