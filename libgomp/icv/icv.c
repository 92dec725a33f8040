/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Internal control variables: defaults and start-up; see icv.h.

   Owns gomp_icv_global.  gomp_icv_init runs in the constructor, alone;
   gomp_icv_initial may be called by any thread, its first call of the process
   completes the block (pthread_once).  OpenMP 5.1 section 2.4.2.  */

#include "icv/icv.h"

#include <pthread.h>

#include "os/cpu.h"
#include "os/os.h"

static const struct gomp_icv_global defaults
    = { .initial = { .thread_limit = UINT32_MAX,
                     .schedule = GOMP_SCHEDULE_DYNAMIC,
                     .schedule_chunk = 1,
                     .max_active_levels = 1 },
        .wait_policy = -1,
        .allocator = 1 };

struct gomp_icv_global gomp_icv_global;

static pthread_once_t completed = PTHREAD_ONCE_INIT;

/* The CPUs of the affinity mask, or fewer where a control group allows less
   CPU time than that.  */
static unsigned
default_nthreads (void)
{
  unsigned cpus = os_num_procs ();
  struct os_cpu_quota quota;
  os_cpu_quota ("", &quota);
  if (quota.milli_cpus < cpus * 1000ull)
    cpus = (unsigned)((quota.milli_cpus + 999) / 1000);
  return cpus > 0 ? cpus : 1;
}

static void
complete (void)
{
  if (gomp_icv_global.initial.nthreads == 0)
    gomp_icv_global.initial.nthreads = default_nthreads ();
}

void
gomp_icv_init (void)
{
  gomp_icv_global = defaults;
}

const struct gomp_icv *
gomp_icv_initial (void)
{
  pthread_once (&completed, complete);
  return &gomp_icv_global.initial;
}
