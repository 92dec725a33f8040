/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* Attacks on large copies: the device is killed or stopped while the program
   copies, or the system refuses what makes copies quick, or takes away what
   they need.  A copy waits for nothing.  */

#define _GNU_SOURCE 1
#include "../libgomp.c/seccomp.h"
#include "attack.h"

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#define MIB ((size_t)1 << 20)
#define COPIES 12
/* Of small ones: more than a stream has room for messages about.  */
#define MANY 200

static size_t size = 8 * MIB + 100;
static unsigned char *from, *copies[MANY];

static void
fill (unsigned seed)
{
  for (size_t i = 0; i < size; i++)
    from[i] = (unsigned char)((i * 2654435761u >> 13) + seed);
}

static bool
put (unsigned i)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();

  copies[i] = omp_target_alloc (size, device);
  return copies[i] != NULL
         && omp_target_memcpy (copies[i], from, size - i, i, 0, device, host)
                == 0;
}

/* As a region sees it, which is told of the device's end here if not before. */
static bool
is_right (unsigned i, unsigned seed)
{
  const unsigned char *p = copies[i];
  long wrong = 0;

#pragma omp target is_device_ptr(p) map(tofrom : wrong)
  for (size_t k = 0; k < size - i; k++)
    wrong += p[k + i] != (unsigned char)((k * 2654435761u >> 13) + seed);
  return wrong == 0;
}

static pid_t
device_process (void)
{
  pid_t process;

#pragma omp target map(from : process)
  process = getpid ();
  return process;
}

/* ---- The device is killed, by another thread.  */

struct kill
{
  pid_t process;
  useconds_t after;
};

static void *
kill_later (void *data)
{
  const struct kill *k = data;

  usleep (k->after);
  kill (k->process, SIGKILL);
  return NULL;
}

static bool
run_kill (long after)
{
  pthread_t killer;
  struct kill k = { device_process (), (useconds_t)after };
  bool good = true;

  pthread_create (&killer, NULL, kill_later, &k);
  for (unsigned i = 0; i < COPIES && good; i++)
    good = put (i);
  pthread_join (killer, NULL);
  return is_right (0, 0) && good;
}

/* ---- It is stopped: copies go on, and are there when it does.  */

static bool
run_stop (long when)
{
  pid_t process = device_process ();
  bool good;

  size = MIB + 300;
  good = when == 0 || put (0);

  kill (process, SIGSTOP);
  for (unsigned i = when > 0; i < MANY && good; i++)
    good = put (i);
  kill (process, SIGCONT);
  for (unsigned i = 0; i < MANY && good; i++)
    good = is_right (i, 0);
  return good;
}

/* ---- madvise is refused to this process, or, by a command that runs it, to
   the device.  */

static void
refuse (long error)
{
  unsigned answer = SECCOMP_ERROR ((unsigned)error);

  seccomp_answer (SYS_madvise, answer, SYS_madvise, answer);
}

static void
refuse_device (long error)
{
  char wrapper[4200], self[4096];
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

  self[length > 0 ? length : 0] = '\0';
  snprintf (wrapper, sizeof wrapper, "\"%s\" refuse %ld", self, error);
  setenv ("OFFLOAD_EMUL_RUN", wrapper, 1);
}

static bool
run_copies (void)
{
  bool good = true;

  for (unsigned i = 0; i < 3 && good; i++)
    {
      fill (i);
      good = put (i) && is_right (i, i);
    }
  return good;
}

/* ---- What the process may have becomes little once the device runs.  */

static bool
run_limit (int resource)
{
  struct rlimit limit;

  device_process ();
  if (getrlimit ((__rlimit_resource_t)resource, &limit) != 0)
    return true;
  limit.rlim_cur = resource == RLIMIT_AS ? 1 << 20 : 0;
  for (unsigned i = 0; i < 3; i++)
    if (!put (i))
      return false;
  setrlimit ((__rlimit_resource_t)resource, &limit);
  for (unsigned i = 3; i < 6; i++)
    if (!put (i))
      return false;
  return is_right (0, 0) && is_right (5, 0);
}

static void
body (const char *name)
{
  char what[16];
  long number;
  bool good = false;

  if (sscanf (name, "%15s %ld", what, &number) != 2
      || (from = malloc (size)) == NULL)
    exit (97);
  fill (0);
  if (strcmp (what, "kill") == 0)
    good = run_kill (number);
  else if (strcmp (what, "stop") == 0)
    good = run_stop (number);
  else if (strcmp (what, "limit") == 0)
    good = run_limit ((int)number);
  else
    {
      if (strcmp (what, "host") == 0)
        refuse (number);
      else
        refuse_device (number);
      good = run_copies ();
    }
  attack_result (good);
}

static bool
try_number (const char *what, long number)
{
  char name[64];

  snprintf (name, sizeof name, "%s %ld", what, number);
  return attack_try (name, NULL);
}

static void
try_errors (const char *who)
{
  static const int errors[] = { EINVAL, ENOSYS, EPERM, ENOMEM, EFAULT, EAGAIN };
  bool good = true;

  for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
    good = try_number (who, errors[i]) && good;
  attack_tell (good, who);
}

int
main (int argc, char **argv)
{
  uint64_t state;
  bool good = true;

  if (argc > 3 && strcmp (argv[1], "refuse") == 0)
    {
      refuse (atol (argv[2]));
      execv (argv[3], argv + 3);
      return 98;
    }
  if (argc == 2)
    body (argv[1]);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  attack_seed ();
  state = random_start (1);
  for (long i = attack_rounds (20); i > 0; i--)
    good = try_number ("kill", (long)random_below (&state, 60000)) && good;
  attack_tell (good, "killed while copies are under way");
  attack_tell (try_number ("stop", 0), "stopped");
  attack_tell (try_number ("stop", 1), "stopped after a copy");
  attack_tell (try_number ("limit", RLIMIT_FSIZE), "no files");
  attack_tell (try_number ("limit", RLIMIT_AS), "no address space");
  attack_tell (try_number ("limit", RLIMIT_NPROC), "no threads");
  try_errors ("host");
  try_errors ("device");
  return 0;
}
