/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* The system refuses a call, as filters of containers, old kernels and machines
   without memory do.  Each possible call is refused, to the program and its
   device from before the first region on, or to the device alone.  */

#define _GNU_SOURCE 1
#include "../libgomp.c/seccomp.h"
#include "attack.h"

#include <omp.h>

static const int errors[] = { ENOSYS, EPERM, ENOMEM, EAGAIN };
#define ERRORS ((long)(sizeof errors / sizeof *errors))
#define CALLS 470
#ifndef SYS_rseq
#  define SYS_rseq 334
#endif

/* Without these nobody can say a word, or end.  */
static bool
is_needed (long call)
{
  return call == SYS_write || call == SYS_writev || call == SYS_exit
         || call == SYS_exit_group;
}

/* Nor does the C library: without the latter three it ends the program, and the
   others cannot fail.  */
static bool
is_presumed (long call)
{
  return call == SYS_getpid || call == SYS_getppid || call == SYS_gettid
         || call == SYS_brk || call == SYS_futex || call == SYS_rseq;
}

static char much[3 << 20];

static bool
work (void)
{
  int sum = 0, later = 0, last = 0;

  /* So much that it is copied otherwise.  */
  much[sizeof much - 1] = 7;
#pragma omp target map(to : much) map(from : last)
  last = much[sizeof much - 1];
#pragma omp target map(tofrom : sum)
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp target map(tofrom : later) nowait
  later++;
#pragma omp taskwait
  return sum == 45 && later == 1 && last == 7;
}

static void
refuse (const char *call, const char *error)
{
  unsigned number = (unsigned)atoi (call);
  unsigned answer = SECCOMP_ERROR ((unsigned)atoi (error));

  seccomp_answer (number, answer, number, answer);
}

/* "host CALL ERROR" or "device CALL ERROR".  */
static void
body (const char *name)
{
  char who[16], call[16], error[16], wrapper[4200], self[4096];

  if (sscanf (name, "%15s %15s %15s", who, call, error) != 3)
    exit (97);
  if (strcmp (who, "device") == 0)
    {
      ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);
      self[length > 0 ? length : 0] = '\0';
      snprintf (wrapper, sizeof wrapper, "\"%s\" refuse %s %s", self, call,
                error);
      setenv ("OFFLOAD_EMUL_RUN", wrapper, 1);
    }
  else
    refuse (call, error);
  attack_result (work ());
}

static bool
try_call (const char *who, long call, int error)
{
  char name[64];

  snprintf (name, sizeof name, "%s %ld %d", who, call, error);
  return attack_try (name, NULL);
}

/* Each call with one of the errors, or with all.  */
static void
try_calls (const char *who)
{
  uint64_t state = random_start (who[0]);
  bool good = true, all = attack_rounds (1) > 1;

  for (long call = 0; call < CALLS; call++)
    {
      if (is_needed (call) || is_presumed (call))
        continue;
      long first = all ? 0 : (long)random_below (&state, (unsigned)ERRORS);
      for (long i = first; i < (all ? ERRORS : first + 1); i++)
        good = try_call (who, call, errors[i]) && good;
    }
  attack_tell (good, who);
}

int
main (int argc, char **argv)
{
  if (argc > 4 && strcmp (argv[1], "refuse") == 0)
    {
      refuse (argv[2], argv[3]);
      execv (argv[4], argv + 4);
      return 98;
    }
  if (argc == 2)
    body (argv[1]);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  attack_seed ();
  try_calls ("host");
  try_calls ("device");
  return 0;
}
