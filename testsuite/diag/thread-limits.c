/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-skip-stock "the stock runtime ends the program" } */
/* Where the system refuses threads, regions go on with fewer, and one warning
   says why, with the limits and the size of the stacks.  */

#include "child.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WANTED 64
/* What a child returns where regions worked; not what a program that the
   library ended does.  */
#define WORKED 3

static int
limit (int resource, rlim_t value)
{
  const struct rlimit l = { value, value };
  return setrlimit ((__rlimit_resource_t)resource, &l);
}

/* Regions work, with fewer threads than they ask for.  */
static int
use (void)
{
  int sum = 0, least = WANTED;
  for (int i = 0; i < 10; i++)
#pragma omp parallel num_threads(WANTED) reduction(+ : sum)
    {
#pragma omp for schedule(dynamic)
      for (int k = 1; k <= 100; k++)
        sum += k;
#pragma omp single
      if (omp_get_num_threads () < least)
        least = omp_get_num_threads ();
    }
  return sum == 50500 && least < WANTED && least >= 1 ? WORKED : 0;
}

/* Only other users than root have this limit: take one that nobody is.  */
static int
processes (void)
{
  if (geteuid () == 0 && setuid (64123) != 0)
    return 0;
  return limit (RLIMIT_NPROC, geteuid () == 64123 ? 5 : 0) == 0 ? use () : 0;
}

static int
address_space (void)
{
  return limit (RLIMIT_AS, (rlim_t)192 << 20) == 0 ? use () : 0;
}

static int
data (void)
{
  return limit (RLIMIT_DATA, (rlim_t)96 << 20) == 0 ? use () : 0;
}

/* The team itself does not take memory for all that it was asked for.  */
static int
million (void)
{
  int threads = 0;
  if (limit (RLIMIT_DATA, (rlim_t)1 << 30) != 0)
    return 0;
#pragma omp parallel num_threads(1000000)
#pragma omp single
  threads = omp_get_num_threads ();
  return threads >= 1 && threads < 1000 ? WORKED : 0;
}

static void
check (const char *name, int (*fn) (void), const char *wanted)
{
  char text[8192];
  int status = child_run (fn, text, sizeof (text));
  const char *message = strstr (text, "Thread creation failed: ");
  int ok = status == WORKED << 8 && message != NULL
           && strstr (message, "going on with fewer threads\n") != NULL
           && strstr (message, "stack size 4194304 bytes") != NULL
           && strstr (message, wanted) != NULL
           && strstr (message + 1, "Thread creation failed: ") == NULL;
  if (!ok)
    printf ("status %#x, output: %s\n", (unsigned)status, text);
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
}

int
main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  if (getenv ("OMP_STACKSIZE") == NULL)
    {
      setenv ("OMP_STACKSIZE", "4m", 1);
      execl ("/proc/self/exe", "thread-limits", (char *)NULL);
    }
  check ("a million threads", million, "RLIMIT_DATA 1073741824");
  check ("processes", processes, "RLIMIT_NPROC");
  check ("address space", address_space, "RLIMIT_AS 201326592");
  check ("data", data, "RLIMIT_DATA 100663296");
  return 0;
}
