/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each system call that the host runtime can do without is refused, as filters
   of containers do (EPERM) and old kernels (ENOSYS): programs work, and the
   library prints nothing.  */
/* { dg-threads "1 2 4 8" } */
/* { dg-not-output "[^ \n]" } */

#define _GNU_SOURCE
#include "seccomp.h"

#include <omp.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "check.h"

static const unsigned calls[] = { SYS_sched_getaffinity,
                                  SYS_sched_setaffinity,
                                  SYS_sched_yield,
                                  SYS_membarrier,
                                  SYS_getrusage,
                                  SYS_getcpu,
                                  SYS_get_mempolicy,
                                  SYS_mbind,
                                  SYS_mlock,
                                  SYS_madvise,
                                  SYS_getdents64,
                                  SYS_sysinfo,
                                  SYS_sigaltstack };

/* Memory that is placed and pinned, if it is given.  */
static void
allocate (void)
{
  omp_alloctrait_t traits[] = { { omp_atk_pinned, omp_atv_true },
                                { omp_atk_partition, omp_atv_interleaved },
                                { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t allocator
      = omp_init_allocator (omp_default_mem_space, 3, traits);
  char *memory = omp_alloc (100000, allocator);
  if (memory != NULL)
    memory[99999] = 1;
  omp_free (memory, allocator);
  omp_destroy_allocator (allocator);
}

static void
work (void)
{
  int count = 0, tasks = 0;
  for (int round = 0; round < 20; round++)
#pragma omp parallel reduction(+ : count)
    {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100; i++)
        count++;
#pragma omp for
      for (int i = 0; i < 50; i++)
#pragma omp task
        {
#pragma omp atomic
          tasks++;
        }
    }
  CHECK (count == 2000 && tasks == 1000 && omp_get_num_procs () >= 1);
  allocate ();
  omp_pause_resource_all (omp_pause_hard);
}

int
main (void)
{
  for (unsigned i = 0; i < 2 * (sizeof calls / sizeof *calls); i++)
    {
      pid_t child = fork ();
      int status;
      if (child == 0)
        {
          unsigned error = SECCOMP_ERROR (i % 2 == 0 ? EPERM : ENOSYS);
          seccomp_answer (calls[i / 2], error, calls[i / 2], error);
          work ();
          _exit (0);
        }
      if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
        return (int)i + 1;
    }
  return 0;
}
