/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* A program and its device get too little of something, whatever they want
   next: limits of processes and threads, descriptors, address space and data,
   with each number from the first on.  */

#include "attack.h"

#include <omp.h>

#define NOBODY 64123

/* A region, some at once, some with nowait.  */
static bool
work (void)
{
  int sum = 0, parts[3] = { 0 }, later = 0;

#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < 3; i++)
#pragma omp target map(tofrom : parts [i:1])
    parts[i] = i + 1;
#pragma omp target map(tofrom : later) nowait
#pragma omp parallel num_threads(3) reduction(+ : later)
  later++;
#pragma omp taskwait
  return sum == 45 && parts[0] + parts[1] + parts[2] == 6 && later >= 1;
}

static void
body (const char *name)
{
  int resource;
  unsigned long value;

  if (sscanf (name, "limit %d %lu", &resource, &value) != 2)
    exit (97);
  struct rlimit limit = { value, value };
  /* Root may have as many processes as it wants.  */
  if (resource == RLIMIT_NPROC && geteuid () == 0 && setuid (NOBODY) != 0)
    exit (97);
  if (setrlimit ((__rlimit_resource_t)resource, &limit) != 0)
    exit (97);
  attack_result (work ());
}

static void
try_limits (const char *what, int resource, unsigned long first,
            unsigned long last, unsigned long step)
{
  char name[64];
  bool good = true;

  for (unsigned long value = first; value <= last; value += step)
    {
      snprintf (name, sizeof name, "limit %d %lu", resource, value);
      good = attack_try (name, NULL) && good;
    }
  attack_tell (good, what);
}

int
main (int argc, char **argv)
{
  unsigned long mib = 1ul << 20;
  /* Smaller steps where there is more time.  */
  unsigned long finer = attack_rounds (1) > 1 ? 8 : 1;

  if (argc == 2)
    body (argv[1]);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  try_limits ("processes", RLIMIT_NPROC, 0, 16, 1);
  try_limits ("descriptors", RLIMIT_NOFILE, 3, 24, 1);
  try_limits ("address space", RLIMIT_AS, 8 * mib, 1024 * mib,
              32 * mib / finer);
  try_limits ("data", RLIMIT_DATA, mib, 192 * mib, 8 * mib / finer);
  return 0;
}
