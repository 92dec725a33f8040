/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Affinity masks on Linux; see cpu.h.  Owns no data.

   The system calls are made directly, with masks of any length: glibc's
   cpu_set_t would limit them to 1024 CPUs.  */

#include "os/cpu.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Masks up to this many CPUs are tried.  */
#define CPUS_MAX (1u << 20)

int
os_affinity_get (int tid, unsigned long **mask, size_t *words)
{
  int saved = errno;
  int err = ENOMEM;
  for (size_t cpus = 1024; cpus <= CPUS_MAX; cpus *= 4)
    {
      unsigned long *m = calloc (cpus / GOMP_WORD_BITS, sizeof (*m));
      if (m == NULL)
        break;
      long bytes = syscall (SYS_sched_getaffinity, tid, cpus / CHAR_BIT, m);
      if (bytes > 0)
        {
          *mask = m;
          *words = (size_t)bytes / sizeof (*m);
          errno = saved;
          return 0;
        }
      err = errno;
      free (m);
      if (err != EINVAL)
        break;
    }
  errno = saved;
  return err;
}

int
os_affinity_read (int tid, unsigned long *mask, size_t words)
{
  int saved = errno;
  long r = syscall (SYS_sched_getaffinity, tid, words * sizeof (*mask), mask);
  int err = r < 0 ? errno : 0;
  errno = saved;
  return err;
}

int
os_bind_thread (int tid, const unsigned long *mask, size_t words)
{
  int saved = errno;
  long r = syscall (SYS_sched_setaffinity, tid, words * sizeof (*mask), mask);
  int err = r < 0 ? errno : 0;
  errno = saved;
  return err;
}
