/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPU quota of a control group.  Half a CPU gives one thread, also with
   OMP_DYNAMIC.  omp_get_num_procs still returns the CPUs of the affinity mask,
   and OFFGOMP_CPU_QUOTA=false gives as many threads as without a quota.  If no
   group can be made (unit/os/cgroup.c has all cases), the default must still
   agree with what OMP_DISPLAY_ENV prints about it.  */
/* { dg-do run }
   { dg-skip-stock "counts CPUs only" } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int
put (const char *dir, const char *file, const char *text)
{
  char path[512];
  snprintf (path, sizeof path, "%s/%s", dir, file);
  int fd = open (path, O_WRONLY);
  ssize_t n = fd < 0 ? -1 : write (fd, text, strlen (text));
  if (fd >= 0)
    close (fd);
  return n == (ssize_t)strlen (text);
}

/* Whether a new group with half a CPU could be made; its directory.  */
static int
make_group (char *dir, size_t size)
{
  snprintf (dir, size, "/sys/fs/cgroup/cpu/offgomp-test-%d", (int)getpid ());
  if (mkdir (dir, 0755) == 0 && put (dir, "cpu.cfs_period_us", "100000")
      && put (dir, "cpu.cfs_quota_us", "50000"))
    return 1;
  rmdir (dir);
  snprintf (dir, size, "/sys/fs/cgroup/offgomp-test-%d", (int)getpid ());
  if (mkdir (dir, 0755) == 0 && put (dir, "cpu.max", "50000 100000"))
    return 1;
  rmdir (dir);
  return 0;
}

/* Run this program again, in the group of DIR or where it is.  */
static int
run (const char *self, const char *dir, const char *variable, const char *value,
     const char *wanted)
{
  pid_t pid = fork ();
  if (pid == 0)
    {
      char number[16];
      snprintf (number, sizeof number, "%d", (int)getpid ());
      if (dir != NULL && !put (dir, "cgroup.procs", number))
        _exit (42);
      unsetenv ("OMP_NUM_THREADS");
      setenv (variable, value, 1);
      execl (self, self, wanted, (char *)NULL);
      _exit (41);
    }
  int status;
  waitpid (pid, &status, 0);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 42)
    return 0;
  if (status != 0)
    fprintf (stderr, "%s=%s, wanted %s: status %#x\n", variable, value, wanted,
             status);
  return status;
}

static int
inside (const char *wanted)
{
  cpu_set_t mask;
  int n = 0;
  sched_getaffinity (0, sizeof mask, &mask);
  int all = CPU_COUNT (&mask);
  int most = strcmp (wanted, "all") == 0 ? all : 1;
#pragma omp parallel reduction(+ : n)
  n++;
  if (omp_get_num_procs () != all)
    return 2;
  if (strcmp (wanted, "some") == 0)
    return n < 1 || n > all;
  return n != most;
}

int
main (int argc, char **argv)
{
  char dir[256];
  if (argc > 1)
    return inside (argv[1]);
  if (!make_group (dir, sizeof dir))
    return run (argv[0], NULL, "A", "1", "some");
  int bad = run (argv[0], dir, "A", "1", "one");
  bad |= run (argv[0], dir, "OFFGOMP_CPU_QUOTA", "false", "all");
  setenv ("OMP_DYNAMIC", "true", 1);
  bad |= run (argv[0], dir, "A", "1", "one");
  rmdir (dir);
  return bad != 0;
}
