/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The operating system contract of os.h on Linux.  Owns no data.  */

#include "os/os.h"

#include <asm/posix_types.h>
#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What the system call futex takes, whatever time_t the C library has: with
   _TIME_BITS=64 it is wider than that on a 32-bit host.  */
struct futex_timeout
{
  __kernel_long_t seconds;
  __kernel_long_t nanoseconds;
};

static int
futex_op (int op, enum gomp_wait_scope scope)
{
  return scope == GOMP_WAIT_PRIVATE ? op | FUTEX_PRIVATE_FLAG : op;
}

enum os_sleep_end
os_futex_wait (atomic_uint *word, unsigned value, enum gomp_wait_scope scope,
               int64_t timeout_ns)
{
  struct futex_timeout duration;
  struct futex_timeout *timeout = NULL;
  if (timeout_ns >= 0)
    {
      duration.seconds = timeout_ns / 1000000000;
      duration.nanoseconds = timeout_ns % 1000000000;
      timeout = &duration;
    }
  int saved = errno;
  long r = syscall (SYS_futex, word, futex_op (FUTEX_WAIT, scope), value,
                    timeout, NULL, 0);
  enum os_sleep_end end = OS_SLEEP_WOKEN;
  if (r < 0)
    end = errno == ETIMEDOUT ? OS_SLEEP_TIMEOUT : OS_SLEEP_MISMATCH;
  errno = saved;
  return end;
}

unsigned
os_futex_wake (atomic_uint *word, unsigned count, enum gomp_wait_scope scope)
{
  int saved = errno;
  long r = syscall (SYS_futex, word, futex_op (FUTEX_WAKE, scope), count, NULL,
                    NULL, 0);
  errno = saved;
  return r > 0 ? (unsigned)r : 0;
}

atomic_bool os_fence_asymmetric;

void
os_fence_init (void)
{
  int saved = errno;
  os_fence_asymmetric
      = syscall (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0,
                 0)
        == 0;
  errno = saved;
}

void
os_fence_heavy (void)
{
  atomic_thread_fence (memory_order_seq_cst);
  if (!os_fence_asymmetric)
    return;
  int saved = errno;
  if (syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
    os_fence_asymmetric = false;
  errno = saved;
}

int
os_thread_id (void)
{
  return (int)syscall (SYS_gettid);
}

void
os_yield (void)
{
  sched_yield ();
}

unsigned
os_current_cpu (void)
{
  int cpu = sched_getcpu ();
  return cpu < 0 ? 0 : (unsigned)cpu;
}

long
os_switches (void)
{
  struct rusage use;
  if (getrusage (RUSAGE_THREAD, &use) != 0)
    return 0;
  return use.ru_nvcsw + use.ru_nivcsw;
}

long
os_sleeps (void)
{
  struct rusage use;
  return getrusage (RUSAGE_THREAD, &use) == 0 ? use.ru_nvcsw : 0;
}

static uint64_t
read_clock (clockid_t clock)
{
  struct timespec ts;
  clock_gettime (clock, &ts);
  return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

uint64_t
os_time_ns (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

uint64_t
os_process_cpu_ns (void)
{
  return read_clock (CLOCK_PROCESS_CPUTIME_ID);
}

/* Masks of more than CPU_SETSIZE CPUs need a larger set: try sizes until the
   kernel's fits.  */
unsigned
os_num_procs (void)
{
  /* Most machines need no memory for this, since a signal handler may call
     it.  */
  unsigned long few[8192 / (8 * sizeof (unsigned long))];
  long bytes = syscall (SYS_sched_getaffinity, 0, sizeof (few), few);
  if (bytes > 0)
    {
      int count = 0;
      for (size_t i = 0; i < (size_t)bytes / sizeof (few[0]); i++)
        count += __builtin_popcountl (few[i]);
      return count > 0 ? (unsigned)count : 1;
    }
  for (size_t cpus = CPU_SETSIZE; cpus <= (1u << 20); cpus *= 4)
    {
      cpu_set_t *set = CPU_ALLOC (cpus);
      if (set == NULL)
        break;
      size_t size = CPU_ALLOC_SIZE (cpus);
      int r = sched_getaffinity (0, size, set);
      int count = r == 0 ? CPU_COUNT_S (size, set) : 0;
      CPU_FREE (set);
      if (count > 0)
        return (unsigned)count;
      if (errno != EINVAL)
        break;
    }
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n > 0 ? (unsigned)n : 1;
}

size_t
os_page_size (void)
{
  return (size_t)sysconf (_SC_PAGESIZE);
}
