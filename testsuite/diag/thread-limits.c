/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-skip-stock "the stock runtime ends the program" } */
/* If the system refuses threads, regions work with fewer.  One warning says
   why, with the limits and the size of the stacks.  */

#include "child.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* A cgroup of the pids controller, or "".  */
static char pids[4096];

static int
put (const char *file, const char *text)
{
  char name[4200];
  snprintf (name, sizeof name, "%s/%s", pids, file);
  FILE *f = fopen (name, "w");
  if (f == NULL)
    return 0;
  int ok = fputs (text, f) >= 0;
  return fclose (f) == 0 && ok;
}

/* Make one below that of this process, in either version of the file system;
   false: that is not allowed here, or there is none.  */
static int
make_pids (void)
{
  char line[4096];
  FILE *f = fopen ("/proc/self/cgroup", "r");
  if (f == NULL)
    return 0;
  while (pids[0] == '\0' && fgets (line, sizeof line, f) != NULL)
    {
      char *path = strchr (line, '/');
      int v2 = strncmp (line, "0::", 3) == 0;
      if (path == NULL || (!v2 && strstr (line, ":pids:") == NULL))
        continue;
      path[strcspn (path, "\n")] = '\0';
      snprintf (pids, sizeof pids, "/sys/fs/cgroup%s%.3900s/offgomp-test-%d",
                v2 ? "" : "/pids", path, (int)getpid ());
      if (mkdir (pids, 0700) != 0)
        pids[0] = '\0';
      else if (!put ("pids.max", "6"))
        {
          rmdir (pids);
          pids[0] = '\0';
        }
    }
  fclose (f);
  return pids[0] != '\0';
}

static int
cgroup (void)
{
  char self[32];
  snprintf (self, sizeof self, "%d", (int)getpid ());
  return put ("cgroup.procs", self) ? use () : 0;
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
  if (make_pids ())
    {
      check ("pids.max", cgroup, "going on");
      /* The threads that ended may not have left it yet.  */
      for (int i = 0; i < 1000 && rmdir (pids) != 0; i++)
        usleep (1000);
    }
  check ("address space", address_space, "RLIMIT_AS 201326592");
  check ("data", data, "RLIMIT_DATA 100663296");
  return 0;
}
