/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* A program is killed at a random moment while it starts its device, and
   nothing of it is left.  The moment lies between the program's start and a
   little after its first region, however long that takes on this machine.  In
   the environment, ATTACK_ROUNDS says how often, and ATTACK_SEED is the seed of
   the random numbers.  */

#define _GNU_SOURCE 1
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 100
#define GRACE_S 30

static long
now_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static long
setting (const char *name, long otherwise)
{
  const char *text = getenv (name);

  return text != NULL && atol (text) > 0 ? atol (text) : otherwise;
}

/* The victim: tells when its first region has ended.  */
static int
run (void)
{
  int host = 1;

#pragma omp target map(from : host)
  host = 0;
  if (write (1, "r", 1) != 1)
    return 1;
  pause ();
  return host;
}

static pid_t
start (int *out)
{
  int ends[2];

  if (pipe (ends) != 0)
    exit (2);
  pid_t victim = fork ();
  if (victim == 0)
    {
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      execl ("/proc/self/exe", "victim", "victim", (char *)NULL);
      _exit (2);
    }
  close (ends[1]);
  *out = ends[0];
  return victim;
}

/* How long the first region takes.  */
static long
measure (void)
{
  long longest = 0;

  for (int i = 0; i < 5; i++)
    {
      int out;
      char byte;
      long begin = now_us ();
      pid_t victim = start (&out);
      if (read (out, &byte, 1) != 1)
        {
          puts ("FAIL: the first region");
          exit (1);
        }
      long took = now_us () - begin;
      longest = took > longest ? took : longest;
      kill (victim, SIGKILL);
      close (out);
      while (waitpid (-1, NULL, __WALL) > 0)
        continue;
    }
  return longest;
}

/* All that was left comes to this process, the subreaper.  */
static bool
all_ended (void)
{
  long end = now_us () + GRACE_S * setting ("TEST_SLOWNESS", 1) * 1000000;

  while (now_us () < end)
    {
      pid_t ended = waitpid (-1, NULL, WNOHANG | __WALL);
      if (ended < 0)
        return true;
      if (ended == 0)
        usleep (200);
    }
  return false;
}

static void
end_all (void)
{
  char path[64];
  int pid;

  snprintf (path, sizeof path, "/proc/self/task/%d/children", (int)getpid ());
  FILE *children = fopen (path, "r");
  while (children != NULL && fscanf (children, "%d", &pid) == 1)
    {
      printf ("left: process %d\n", pid);
      kill (pid, SIGKILL);
    }
  if (children != NULL)
    fclose (children);
  while (waitpid (-1, NULL, __WALL) > 0)
    continue;
}

/* The pipe has ended, too, as whoever reads what the victim prints expects.  */
static bool
strike (useconds_t after)
{
  int out;
  char byte;
  pid_t victim = start (&out);

  usleep (after);
  kill (victim, SIGKILL);
  bool good = all_ended ();
  if (!good)
    end_all ();
  while (read (out, &byte, 1) > 0)
    continue;
  close (out);
  return good;
}

int
main (int argc, char **argv)
{
  (void)argv;
  if (argc > 1)
    return run ();
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  long rounds = setting ("ATTACK_ROUNDS", ROUNDS);
  unsigned seed = (unsigned)setting ("ATTACK_SEED", 1);
  long window = measure () * 6 / 5;
  long left = 0;
  for (long i = 0; i < rounds; i++)
    {
      long after = rand_r (&seed) % window;
      if (!strike ((useconds_t)after))
        {
          printf ("round %ld, killed after %ld us\n", i, after);
          left++;
        }
    }
  printf ("%s: killed at the start, %ld rounds: %ld left something\n",
          left == 0 ? "PASS" : "FAIL", rounds, left);
  return left != 0;
}
