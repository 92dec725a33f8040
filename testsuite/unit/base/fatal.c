/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread ends the program because of an error, while another one forks, or is
   itself in an exit handler.  */

#ifndef _GNU_SOURCE
#  define _GNU_SOURCE 1
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "sync/wait.h"
#include "team/self.h"

#include "check.h"

/* The status of a process that does what the test expects.  */
#define GOOD 7

static atomic_bool handler_runs, may_end;

/* The status of a child that runs BODY.  */
static int
run (void (*body) (void))
{
  int status = 0;
  pid_t child = fork ();
  if (child == 0)
    {
      alarm (30);
      body ();
      _exit (0);
    }
  return waitpid (child, &status, 0) == child && WIFEXITED (status)
             ? WEXITSTATUS (status)
             : -1;
}

static void
hold (void)
{
  handler_runs = true;
  while (!may_end)
    usleep (1000);
  _exit (GOOD);
}

static void *
fail (void *arg)
{
  gomp_fatal ("this thread has failed");
  return arg;
}

static void
begin_to_end (void)
{
  pthread_t thread;
  /* The library's handlers for forks are linked, too.  */
  gomp_self ();
  atexit (hold);
  pthread_create (&thread, NULL, fail, NULL);
  while (!handler_runs)
    usleep (1000);
}

/* ---- A child of it has not failed.  */

static void
follow (void)
{
  gomp_fatal_follow ();
  _exit (gomp_fatal_begun () ? 0 : GOOD);
}

static void
fork_beside (void)
{
  begin_to_end ();
  if (run (follow) == GOOD)
    may_end = true;
  else
    _exit (0);
  pause ();
}

static void
test_forked_beside (void)
{
  EXPECT (run (fork_beside) == GOOD);
}

/* ---- The thread that has failed forks.  */

static void
fork_in_handler (void)
{
  _exit (run (follow));
}

static void
fail_and_fork (void)
{
  gomp_self ();
  atexit (fork_in_handler);
  fail (NULL);
}

/* It goes on to end, but is the one that has failed.  */
static void
test_forked_itself (void)
{
  EXPECT (run (fail_and_fork) == 0);
}

/* ---- Two threads fail, one of them in an exit handler: the other one waits
   for it in exit, from version 2.41 of the C library on.  */

static pthread_mutex_t ending = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void
exit (int status)
{
  void (*next) (int) = (void (*) (int))dlsym (RTLD_NEXT, "exit");
  pthread_mutex_lock (&ending);
  next (status);
  abort ();
}

static struct gomp_at_fatal at_fatal = { .leave = gomp_wait_for_end };

static void
fail_too (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, fail, NULL);
  while (!gomp_fatal_told ())
    usleep (1000);
  gomp_fatal ("this handler has failed");
}

static void
say_good (void)
{
  _exit (GOOD);
}

static void
fail_in_handler (void)
{
  gomp_at_fatal (&at_fatal);
  atexit (say_good);
  atexit (fail_too);
  exit (0);
}

/* The handlers after it run.  */
static void
test_handler_and_thread (void)
{
  EXPECT (run (fail_in_handler) == GOOD);
}

int
main (void)
{
  RUN (test_forked_beside);
  RUN (test_forked_itself);
  RUN (test_handler_and_thread);
  return check_done ();
}
