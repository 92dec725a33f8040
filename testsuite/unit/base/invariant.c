/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program that is compiled with checking breaks an invariant: the message
   says which, and the program ends by abort.  If all invariants hold, nothing
   happens.  Without checking (as in the library, mostly) invariants are not
   evaluated.  */

#include "base/invariant.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "sync/mutex.h"

#include "check.h"

static struct gomp_mutex mutex;

static void
give_back_twice (void)
{
  gomp_mutex_lock (&mutex);
  gomp_mutex_unlock (&mutex);
  gomp_mutex_unlock (&mutex);
}

static void
break_at (void)
{
  gomp_invariant (mutex.word.value == 7, "the word is %u, not %d",
                  mutex.word.value, 7);
}

/* Run BODY in a child: what it prints into TEXT; returns its status.  */
static int
run (void (*body) (void), char *text, size_t size)
{
  int ends[2], status = 0;
  size_t length = 0;
  ssize_t n;
  if (pipe (ends) != 0)
    abort ();
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (ends[1], STDERR_FILENO);
      body ();
      _exit (0);
    }
  close (ends[1]);
  while ((n = read (ends[0], text + length, size - 1 - length)) > 0)
    length += (size_t)n;
  text[length] = '\0';
  close (ends[0]);
  waitpid (child, &status, 0);
  return status;
}

static void
test_broken (void)
{
  char text[2000];
  int status = run (break_at, text, sizeof (text));
  EXPECT (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
  EXPECT (strstr (text, "\nlibgomp: invariant broken: the word is 0, not 7\n"
                        "  mutex.word.value == 7 does not hold ("));
  EXPECT (strstr (text, "invariant.c:"));
}

static void
test_library (void)
{
  char text[2000];
  int status = run (give_back_twice, text, sizeof (text));
  EXPECT (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
  EXPECT (strstr (text, "invariant broken: a mutex is given back that is not "
                        "held: 0\n"));
  EXPECT (strstr (text, "(libgomp/sync/mutex.h:"));
}

static void
test_locks (void)
{
  gomp_mutex_lock (&mutex);
  EXPECT (gomp_invariant_locks () == 1);
  EXPECT (!gomp_mutex_trylock (&mutex));
  gomp_mutex_unlock (&mutex);
  EXPECT (gomp_invariant_locks () == 0);
}

int
main (void)
{
  RUN (test_broken);
  RUN (test_library);
  RUN (test_locks);
  return check_done ();
}
