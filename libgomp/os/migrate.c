/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the threads of the process run, and moving one; see cpu.h.  Owns no
   data.

   The only way on Linux to move a thread to another CPU is a mask without the
   current one.  The old mask is restored at once.  If it has the same effect, a
   mask of all existing CPUs is set instead, since any other mask would still
   limit the thread if the process gets more CPUs later (by a cpuset).  Signals
   are blocked meanwhile, since a handler that starts a thread or a process
   would pass the mask on.

   If another process sets the thread's mask at this time, as taskset does, that
   mask is kept: the old mask is restored only if the current one is still the
   one set here.  This misses a mask that is set just between that check and the
   next system call, or that equals the one set here.

   A program that filters its system calls might be killed for these calls, so
   its threads are not moved.  */

#include "os/cpu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/os.h"
#include "os/process.h"

struct entry
{
  uint64_t inode;
  int64_t next;
  unsigned short size; /* of the entry */
  unsigned char type;
  char name[];
};

/* Count the threads that the SIZE bytes of ENTRIES name.  */
static void
count_threads (const char *entries, long size, unsigned short *threads,
               size_t cpus)
{
  const struct entry *e;
  for (long i = 0; i < size; i += e->size)
    {
      e = (const struct entry *)(entries + i);
      int thread = atoi (e->name);
      int cpu = thread != 0 ? os_thread_cpu (thread) : -1;
      if (cpu >= 0 && (size_t)cpu < cpus)
        threads[cpu]++;
    }
}

int
os_threads_count (unsigned short *threads, size_t cpus)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int saved = errno;
  long size;
  memset (threads, 0, cpus * sizeof (*threads));
  int tasks = open ("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  do
    {
      _Alignas(struct entry) char entries[2048];
      size = syscall (SYS_getdents64, tasks, entries, sizeof (entries));
      count_threads (entries, size, threads, cpus);
    }
  while (size > 0);
  int err = size < 0 ? errno : 0;
  if (tasks >= 0)
    close (tasks);
  errno = saved;
  return err;
}

bool
os_migrate_is_allowed (void)
{
  int saved = errno;
  bool filtered = prctl (PR_GET_SECCOMP) != 0;
  errno = saved;
  return !filtered;
}

static bool
has_mask (const unsigned long *mask, size_t words)
{
  unsigned long now[GOMP_MASK_WORDS] = { 0 };
  return os_affinity_read (0, now, words) == 0
         && memcmp (now, mask, words * sizeof (*now)) == 0;
}

int
os_migrate_thread (const unsigned long *mask, const unsigned long *to,
                   size_t words)
{
  unsigned long all[GOMP_MASK_WORDS];
  sigset_t signals;
  memset (all, 0xff, sizeof (all));
  os_signals_block (&signals);
  int err = os_bind_thread (0, to, words);
  if (err == 0 && has_mask (to, words))
    if (os_bind_thread (0, all, words) != 0 || !has_mask (mask, words))
      os_bind_thread (0, mask, words);
  os_signals_restore (&signals);
  return err;
}
