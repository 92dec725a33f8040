/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A process that may not set affinity masks, or may not even ask for them, from
   its start or from some time on: regions of threads that share CPUs go on,
   nothing is said, and where the answer is to end the process nobody asks.  */
/* { dg-threads "2 4 8" } */
/* { dg-set-target-env-var OMP_PROC_BIND "false" } */
/* { dg-not-output "[^ \n]" } */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 0.1

#define ANSWER(call, answer)                                                   \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1),                          \
      BPF_STMT (BPF_RET | BPF_K, (answer))
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* For all threads; SET and GET: what becomes of the two calls.  */
static void
filter (unsigned set, unsigned get)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    ANSWER (SYS_sched_setaffinity, set),
    ANSWER (SYS_sched_getaffinity, get),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };

  /* Where there are no filters there is nothing to test.  */
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                  SECCOMP_FILTER_FLAG_TSYNC, &program)
             != 0)
    _exit (0);
}

/* Short regions and barriers, so that threads on one CPU wait for each
   other.  */
static void
be_crowded (void)
{
  long come = 0, regions = 0;
  double start = omp_get_wtime ();
  while (omp_get_wtime () - start < SECONDS)
    {
      regions++;
#pragma omp parallel reduction(+ : come)
      {
        come++;
#pragma omp barrier
      }
    }
  if (come != regions * omp_get_max_threads ())
    abort ();
}

/* In a child, as a filter stays.  */
static void
try (unsigned set, unsigned get, int late)
{
  pid_t child = fork ();
  int status;
  if (child == 0)
    {
      /* Without the threads that may be about to ask.  */
      if (late)
        {
          be_crowded ();
          omp_pause_resource_all (omp_pause_soft);
        }
      filter (set, get);
      be_crowded ();
      _exit (0);
    }
  if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
    abort ();
}

int
main (void)
{
  for (int late = 0; late < 2; late++)
    {
      try (REFUSE, SECCOMP_RET_ALLOW, late);
      try (REFUSE, REFUSE, late);
      try (SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW, late);
    }
  return 0;
}
