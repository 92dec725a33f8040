/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A warm construct allocates no memory and makes no system call as long as no
   thread waits.  The constructs are the rows of the host benchmark, each some
   hundred times; a row that is added there is tested here.  Wrappers count
   malloc and the like.  A thread to which the kernel reports them counts system
   calls: workers block signals, so a filter could not turn the calls into
   signals.  */
/* { dg-skip-stock "allocates for every task" } */
/* { dg-threads "1 2 4" } */
/* { dg-timeout 900 } */
/* { dg-set-target-env-var OMP_WAIT_POLICY "active" } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "8" } */
/* { dg-additional-sources "../../bench/host/region.c" } */
/* { dg-additional-sources "../../bench/host/loop.c" } */
/* { dg-additional-sources "../../bench/host/sync.c" } */
/* { dg-additional-sources "../../bench/host/task.c" } */
/* { dg-additional-sources "../../bench/host/depend.c" } */

#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../bench/host/rows.h"
#include "allocations.h"

#define COUNT 200
/* Teams and loops come from pools: so many of them, before all are warm.  */
#define REGIONS 40
/* With several threads it is a matter of luck how far one runs ahead, how many
   tasks wait for their turn and whether a thread has nothing to do for so long
   that it sleeps; and the table of a region's dependences grows with its tasks.
   None of this happens for each operation.  */
#define MATTER_OF_LUCK (COUNT / 5)

static struct
{
  long calls; /* into the kernel, except to yield */
  int number; /* of the last of them */
} counted;

/* Where the kernel tells of system calls; negative: nowhere yet.  */
static int listener = -1;

/* Count and let pass.  This thread was there before the filter, which holds
   for the thread that installs it and for those that it makes.  */
static void *
count_calls (void *unused)
{
  struct seccomp_notif call;
  struct seccomp_notif_resp pass;
  int from;

  while ((from = __atomic_load_n (&listener, __ATOMIC_ACQUIRE)) < 0)
    usleep (100);
  for (;;)
    {
      memset (&call, 0, sizeof call);
      if (ioctl (from, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        continue;
      if (counting)
        {
          counted.calls++;
          counted.number = call.data.nr;
        }
      memset (&pass, 0, sizeof pass);
      pass.id = call.id;
      pass.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      ioctl (from, SECCOMP_IOCTL_NOTIF_SEND, &pass);
    }
  return unused;
}

#define ALLOW(call)                                                            \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1),                          \
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* The end of the program is let pass too, or nobody would be left to ask.  */
static int
install_filter (void)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    ALLOW (SYS_sched_yield),
    ALLOW (SYS_exit),
    ALLOW (SYS_exit_group),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  return (int)syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                       SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static void
start_counting_calls (void)
{
  pthread_t thread;
  int from;

  if (pthread_create (&thread, NULL, count_calls, NULL) != 0)
    exit (2);
  from = install_filter ();
  if (from < 0)
    printf ("no filter (%s): system calls are not counted\n", strerror (errno));
  else
    __atomic_store_n (&listener, from, __ATOMIC_RELEASE);
}

/* Whether ROW keeps the promise.  */
static int
check_row (const struct bench_host_row *row, int tasks)
{
  long allowed = tasks || omp_get_max_threads () > 1 ? MATTER_OF_LUCK : 0;

  for (int i = 0; i < REGIONS; i++)
    row->row.body (COUNT / 20);
  row->row.body (COUNT);
  allocations = counted.calls = 0;
  counting = 1;
  row->row.body (COUNT);
  counting = 0;
  if (allocations <= allowed && counted.calls <= allowed)
    return 1;
  printf ("%s: %ld allocations, %ld system calls (the last has number %d)\n",
          row->row.name, allocations, counted.calls, counted.number);
  return 0;
}

static int
check_table (const struct bench_host_row *rows, int tasks)
{
  int kept = 1;

  for (; rows->row.name; rows++)
    kept &= check_row (rows, tasks);
  return kept;
}

int
main (void)
{
  int kept;

  /* Where threads outnumber CPUs, they have to wait for one.  */
  if (omp_get_max_threads () <= omp_get_num_procs ())
    start_counting_calls ();
  kept = check_table (bench_region_rows, 0);
  kept &= check_table (bench_loop_rows, 0);
  kept &= check_table (bench_sync_rows, 0);
  kept &= check_table (bench_task_rows, 1);
  kept &= check_table (bench_depend_rows, 1);
  return !kept;
}
