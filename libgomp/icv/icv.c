/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Internal control variables: defaults and start-up; see icv.h.

   Owns gomp_icv_global and icv_state. gomp_icv_init runs in the constructor, in
   one thread.  Any thread may call gomp_icv_initial; the first call in the
   process completes the block (pthread_once).

   A program may set OMP_NUM_THREADS in main, or an interpreter before it uses a
   library.  The first use of this library takes such changes into account if
   the process still has one thread, since reading the environment is safe then.
   OpenMP 5.1 section 2.4.2.  */

#include "icv/icv.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "icv/env.h"
#include "icv/places.h"
#include "os/cpu.h"
#include "os/os.h"
#include "os/process.h"
#include "sync/running.h"
#include "sync/spin.h"

static const struct gomp_icv_global defaults
    = { .initial = { .thread_limit = UINT32_MAX,
                     .schedule = GOMP_SCHEDULE_DYNAMIC,
                     .schedule_chunk = 1,
                     .max_active_levels = 1 },
        .wait_policy = -1,
        .offload_shared = -1,
        .allocator = 1,
        .cpu_quota = true,
        .tool = true,
        .structured_reserve = 1 };

struct gomp_icv_global gomp_icv_global;
atomic_uint gomp_offload_wishes;
int __offgomp_checking;

static struct icv_state
{
  int device;                /* whose variables were read */
  bool is_device;            /* the process is an emulated device's */
  uint64_t env_hash;         /* of the variables that were read */
  unsigned cpus;             /* CPUs of the affinity mask */
  struct os_cpu_quota quota; /* what control groups allow */
  uint64_t spin_ns;          /* waiting policy without any variable */
  uint64_t throttled_ns;     /* likewise */
  unsigned available;        /* CPUs that mask and quota allow */
  pthread_once_t once;       /* done by the first gomp_icv_initial */
  atomic_bool completed;     /* it is done */
  bool displayed;            /* by the constructor, for OMP_DISPLAY_ENV */
} icv_state = { .device = GOMP_ENV_HOST, .once = PTHREAD_ONCE_INIT };

/* Nanoseconds that one round of GOMP_SPINCOUNT stands for.  */
#define SPIN_ROUND_NS 4

static uint64_t
spin_time (uint64_t rounds)
{
  return rounds > UINT64_MAX / SPIN_ROUND_NS ? UINT64_MAX
                                             : rounds * SPIN_ROUND_NS;
}

/* OMP_WAIT_POLICY and GOMP_SPINCOUNT.  */
static void
set_wait_policy (void)
{
  const struct gomp_icv_global *g = &gomp_icv_global;
  struct gomp_spin_policy *p = &gomp_spin_policy;
  struct icv_state *s = &icv_state;
  if (s->spin_ns == 0)
    {
      s->spin_ns = p->spin_ns;
      s->throttled_ns = p->throttled_ns;
    }
  p->spin_ns = s->spin_ns;
  p->throttled_ns = s->throttled_ns;
  p->fixed = g->spin_count_set || g->wait_policy == 0 || g->wait_policy == 1;
  if (g->spin_count_set)
    p->spin_ns = spin_time (g->spin_count);
  else if (g->wait_policy == 1)
    p->spin_ns = UINT64_MAX;
  else if (g->wait_policy == 0)
    p->spin_ns = 0;
  if (p->throttled_ns > p->spin_ns)
    p->throttled_ns = p->spin_ns;
}

/* Lists enable nesting, unless another variable says otherwise.  */
static void
set_levels (void)
{
  struct gomp_icv_global *g = &gomp_icv_global;
  if ((g->nthreads_count > 1 || g->bind_count > 1)
      && !gomp_env_is_set ("OMP_MAX_ACTIVE_LEVELS")
      && !gomp_env_is_set ("OMP_NESTED"))
    g->initial.max_active_levels = GOMP_MAX_LEVELS;
}

/* Places imply binding, and binding implies places; false refuses both.  */
static void
set_binding (void)
{
  struct gomp_icv *icv = &gomp_icv_global.initial;
  if (!gomp_env_is_set ("OMP_PROC_BIND"))
    icv->bind = gomp_places.count > 0 ? GOMP_BIND_TRUE : GOMP_BIND_FALSE;
  else if (icv->bind == GOMP_BIND_FALSE)
    gomp_places_clear ();
  else if (gomp_places.count == 0)
    gomp_places_default ();
}

/* On a device only target regions inside regions are reported: the host reports
   all else, but does not see these.  */
static void
set_offload_wishes (void)
{
  const struct gomp_icv_global *g = &gomp_icv_global;
  unsigned wishes = g->offload_info;
  if (gomp_debug_level > 0)
    wishes |= GOMP_INFO_DEVICES | GOMP_INFO_FALLBACK;
  if (g->offload_trace != NULL)
    wishes |= GOMP_INFO_TRACE;
  if (g->offload_summary)
    wishes |= GOMP_INFO_SUMMARY;
  if (g->offload_check != 0)
    wishes |= GOMP_INFO_CHECK;
  if (icv_state.device != GOMP_ENV_HOST)
    wishes &= GOMP_INFO_FALLBACK;
  __offgomp_checking = (wishes & GOMP_INFO_CHECK) != 0;
  atomic_store_explicit (&gomp_offload_wishes, wishes, memory_order_relaxed);
  gomp_offload_listen (wishes);
}

/* The host's default device depends on the devices and on the program's device
   code, so it is determined when the devices are counted.  */
static void
set_default_device (void)
{
  struct gomp_icv_global *g = &gomp_icv_global;
  if (icv_state.device == GOMP_ENV_HOST
      && !gomp_env_is_set ("OMP_DEFAULT_DEVICE"))
    g->initial.default_device = GOMP_DEFAULT_DEVICE_OPEN;
}

static void
release_lists (void)
{
  gomp_free (gomp_icv_global.nthreads_list);
  gomp_free (gomp_icv_global.bind_list);
  gomp_free (gomp_icv_global.affinity_format);
  gomp_free (gomp_icv_global.offload_trace);
  gomp_free (gomp_icv_global.trace);
  gomp_free (gomp_icv_global.plugins);
  gomp_free (gomp_icv_global.hosts);
  gomp_free (gomp_icv_global.rtls);
  gomp_free (gomp_icv_global.acc_device_type);
  gomp_free (gomp_icv_global.acc_proflib);
  gomp_free (gomp_icv_global.offload_check_json);
  gomp_free (gomp_icv_global.available_devices);
  gomp_free (gomp_icv_global.tool_libraries);
  gomp_free (gomp_icv_global.tool_verbose);
  gomp_free (gomp_icv_global.default_device_list);
  gomp_places_clear ();
}

static void
read_environment (void)
{
  release_lists ();
  gomp_icv_global = defaults;
  icv_state.env_hash = gomp_env_hash ();
  gomp_env_read (icv_state.device);
  set_levels ();
  set_binding ();
  set_default_device ();
  set_wait_policy ();
  set_offload_wishes ();
  gomp_tool_expect ();
}

/* CPUs that the process may keep busy: those of the affinity mask, or fewer if
   a control group allows less CPU time.  */
static unsigned
available_cpus (void)
{
  struct icv_state *s = &icv_state;
  s->cpus = os_num_procs ();
  s->quota.milli_cpus = UINT64_MAX;
  if (gomp_icv_global.cpu_quota)
    os_cpu_quota ("", &s->quota);
  return gomp_icv_cap_cpus (s->cpus);
}

unsigned
gomp_icv_cap_cpus (unsigned cpus)
{
  uint64_t milli_cpus = icv_state.quota.milli_cpus;
  if (milli_cpus >= cpus * 1000ull)
    return cpus;
  return milli_cpus > 0 ? (unsigned)((milli_cpus + 999) / 1000) : 1;
}

static void
count_cpus (void)
{
  unsigned cpus = available_cpus ();
  icv_state.available = cpus;
  gomp_running.cpus = cpus;
  if (gomp_icv_global.initial.nthreads == 0)
    gomp_icv_global.initial.nthreads = cpus;
}

static void
complete (void)
{
  if (os_process_is_single_threaded ()
      && gomp_env_hash () != icv_state.env_hash)
    read_environment ();
  count_cpus ();
  gomp_running_join_shared_count ();
}

static void
display_environment (void)
{
  if (gomp_icv_global.display_env != 0)
    gomp_env_display (gomp_icv_global.display_env > 1);
}

/* The host sets this for the program of an emulated device.  The meaning of the
   variables depends on the device's number, which is known later.  Whether they
   count depends on the host: a set-user-ID program may have given up that state
   by the time it starts its device.  */
#define DEVICE_PROCESS "OFFGOMP_DEVICE_PROCESS"
#define DEVICE_DISTRUSTS "distrust"

void
gomp_icv_init (void)
{
  if (getenv (DEVICE_PROCESS) != NULL)
    {
      icv_state.is_device = true;
      gomp_icv_global = defaults;
      return;
    }
  read_environment ();
  display_environment ();
  icv_state.displayed = gomp_icv_global.display_env != 0;
}

/* The library's constructor.  Runs before the code of any library that depends
   on this one, in one thread; reads the environment; its only output is
   messages about wrong values and OMP_DISPLAY_ENV.  It is here, and not in
   abi/, so that it is linked into every program that uses the static
   library.  */
static CONSTRUCTOR void
start_library (void)
{
  gomp_icv_init ();
}

void
gomp_icv_init_device (int device)
{
  const char *value = getenv (DEVICE_PROCESS);
  if (value != NULL && strcmp (value, DEVICE_DISTRUSTS) == 0)
    gomp_env_distrust ();
  unsetenv (DEVICE_PROCESS);
  icv_state.device = device;
  icv_state.is_device = true;
  read_environment ();
  complete ();
}

void
gomp_icv_of_device (int device, struct gomp_device_icv *icv)
{
  *icv = (struct gomp_device_icv){
    .initial = defaults.initial,
    .num_teams = gomp_env_of_device ("OMP_NUM_TEAMS", device),
    .teams_thread_limit = gomp_env_of_device ("OMP_TEAMS_THREAD_LIMIT", device)
  };
  struct gomp_icv *initial = &icv->initial;
  unsigned threads = (unsigned)gomp_env_of_device ("OMP_NUM_THREADS", device);
  unsigned limit = (unsigned)gomp_env_of_device ("OMP_THREAD_LIMIT", device);
  int levels = gomp_env_of_device ("OMP_MAX_ACTIVE_LEVELS", device);
  icv->has_threads = threads != 0;
  initial->nthreads = threads != 0 ? threads : gomp_icv_available_cpus ();
  initial->bind = gomp_icv_global.initial.bind;
  if (limit != 0)
    initial->thread_limit = limit;
  if (levels != 0)
    initial->max_active_levels = (uint8_t)levels;
  initial->dynamic = gomp_env_of_device ("OMP_DYNAMIC", device) != 0;
}

bool
gomp_icv_is_device (void)
{
  return icv_state.is_device;
}

/* Block signals: a handler that calls the library meanwhile would wait for the
   thread that it interrupted.  */
static COLD void
complete_once (void)
{
  sigset_t before;
  os_signals_block (&before);
  pthread_once (&icv_state.once, complete);
  /* Release: pairs with the acquire in gomp_icv_initial.  */
  atomic_store_explicit (&icv_state.completed, true, memory_order_release);
  os_signals_restore (&before);
}

const struct gomp_icv *
gomp_icv_initial (void)
{
  if (unlikely (
          !atomic_load_explicit (&icv_state.completed, memory_order_acquire)))
    complete_once ();
  return &gomp_icv_global.initial;
}

unsigned
gomp_icv_available_cpus (void)
{
  gomp_icv_initial ();
  return icv_state.available;
}

const struct os_cpu_quota *
gomp_icv_quota (void)
{
  gomp_icv_initial ();
  return &icv_state.quota;
}

uint64_t
gomp_icv_spin_time (void)
{
  gomp_icv_initial ();
  return atomic_load_explicit (&gomp_spin_policy.spin_ns, memory_order_relaxed);
}

void
gomp_icv_set_spin_time (uint64_t ns)
{
  gomp_icv_initial ();
  struct gomp_spin_policy *p = &gomp_spin_policy;
  uint64_t throttled
      = icv_state.throttled_ns < ns ? icv_state.throttled_ns : ns;
  atomic_store_explicit (&p->throttled_ns, throttled, memory_order_relaxed);
  atomic_store_explicit (&p->spin_ns, ns, memory_order_relaxed);
}

void
gomp_icv_read_again (void)
{
  bool completed
      = atomic_load_explicit (&icv_state.completed, memory_order_acquire);
  if ((completed && !icv_state.displayed) || !os_process_is_single_threaded ())
    return;
  read_environment ();
  if (completed)
    count_cpus ();
  display_environment ();
}

bool
gomp_icv_set_variable (const char *entry)
{
  gomp_icv_initial ();
  bool is_known = gomp_env_set (entry);
  set_wait_policy ();
  return is_known;
}

void
gomp_icv_print_nthreads_source (struct gomp_strbuf *sb)
{
  const struct icv_state *s = &icv_state;
  if (gomp_icv_global.nthreads_count > 0)
    gomp_strbuf_printf (sb, "OMP_NUM_THREADS; ");
  gomp_strbuf_printf (sb, "affinity mask: %u CPUs", s->cpus);
  if (!gomp_icv_global.cpu_quota)
    gomp_strbuf_printf (sb, "; quotas do not count: OFFGOMP_CPU_QUOTA");
  else if (s->quota.milli_cpus != UINT64_MAX)
    gomp_strbuf_printf (sb, "; quota: %llu.%03llu CPUs, set in %s",
                        (unsigned long long)(s->quota.milli_cpus / 1000),
                        (unsigned long long)(s->quota.milli_cpus % 1000),
                        s->quota.group);
}
