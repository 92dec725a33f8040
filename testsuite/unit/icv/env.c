/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Environment variables: which values each accepts and refuses, and their
   effects.  */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "icv/env.h"
#include "icv/env_parse.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "sync/wait.h"

/* The least stack is 128 KiB where pages may have 64 KiB, 16 KiB elsewhere.  */
#if defined __aarch64__ || defined __powerpc64__
#  define IF_SMALL(small, large) large
#else
#  define IF_SMALL(small, large) small
#endif

/* Read the environment with one variable set; messages are dropped.  */
static bool
set (const char *name, const char *value)
{
  clearenv ();
  setenv (name, value, 1);
  gomp_icv_init ();
  return gomp_env_is_set (name);
}

struct sample
{
  const char *name;
  const char *good[12];
  const char *bad[16];
};

static const struct sample samples[] = {
  { "OMP_DYNAMIC",
    { "true", "FALSE", " true\t" },
    { "", "1", "yes", "true x", "truefalse" } },
  { "OMP_NESTED", { "true", "false" }, { "2" } },
  { "OMP_NUM_THREADS",
    { "1", "4,3,2", " 4 , 2 ", "+8", "2147483647" },
    { "", " ", "0", "-1", "4,", ",4", "4,0", "4 2", "0x4", "1.5", "2147483648",
      "99999999999999999999" } },
  { "OMP_SCHEDULE",
    { "static", "Dynamic,4", "guided , 7", "auto", "monotonic:dynamic",
      "nonmonotonic : static , 3", "static,0" },
    { "", "foo", "dynamic,", "dynamic 4", "monotonic", "monotonic:",
      "strict:dynamic", "dynamic,-1", "dynamic,2147483648", "guided,3x" } },
  { "OMP_PROC_BIND",
    { "true", "false", "close", "spread,close,primary", "MASTER" },
    { "", "maybe", "close,", "true,close", "close spread" } },
  { "OMP_STACKSIZE",
    { IF_SMALL ("64k", "256k"), "1M", "1 g", IF_SMALL ("65536B", "262144B"),
      "128", " 1000 K " },
    { "", "k", "1kb", "1.5M", "-1", "1 M 2", "99999999999G",
      "18446744073709551616" } },
  { "OMP_WAIT_POLICY", { "active", "PASSIVE" }, { "", "lazy" } },
  { "OMP_THREAD_LIMIT", { "1", "99999999999" }, { "0", "-1", "x" } },
  { "OMP_MAX_ACTIVE_LEVELS", { "0", "1", "255", "10000" }, { "-1", "x" } },
  { "OMP_NUM_TEAMS", { "1", "2147483647" }, { "0", "2147483648" } },
  { "OMP_TEAMS_THREAD_LIMIT", { "1" }, { "0", "" } },
  { "OMP_CANCELLATION", { "true", "false" }, { "1" } },
  { "OMP_DEFAULT_DEVICE",
    { "0", "7", "1,0", " Initial ", "invalid", "default", "kind(gpu)[0],0",
      "uid(OMP_DEV_0)", "!device_num(1)", "(arch(x86_64))" },
    { "", "-1", "x", "1,", "*", "kind(gpu", "initially", "2147483648", "1 2",
      "kind(gpu)[-1]" } },
  { "OMP_AVAILABLE_DEVICES",
    { "*", "kind(cpu)", "* [ 0 ]", "*[1:2:3],*", "!(kind(cpu)||kind(gpu))",
      "kind(nohost)&&arch(x)&&isa(y z)", "uid(0-1)[::2]" },
    { "", ",", "*,", "0", "kind", "kind()", "kind(host)", "isa()", "initial",
      "device_num(0)", "kind(cpu)&&arch(x)||isa(y)", "kind(cpu)&arch(x)", "*[]",
      "*[0", "*[::0]" } },
  { "OMP_THREADS_RESERVE",
    { "0", "4", "structured", "free_agent(2)", "Structured(2),free_agent",
      " free_agent ( 1 ) , structured ( 3 ) " },
    { "", "-1", "x", "4,4", "structured(", "structured()", "structured(-1)",
      "structured,", "free_agent,free_agent", "4,structured" } },
  { "OMP_MAX_TASK_PRIORITY", { "0", "9" }, { "-1" } },
  { "OMP_DISPLAY_AFFINITY", { "true", "false" }, { "verbose" } },
  { "OMP_AFFINITY_FORMAT", { "", "x %L" }, { NULL } },
  { "OMP_ALLOCATOR",
    { "omp_default_mem_alloc", "OMP_HIGH_BW_MEM_ALLOC", "omp_const_mem_space",
      "omp_default_mem_space:alignment=64,fallback=null_fb" },
    { "", "omp_null_allocator", "3", "omp_default_mem_space:alignment=3",
      "omp_default_mem_space:", "omp_default_mem_space:fb_data=1",
      "omp_default_mem_space:pinned=maybe" } },
  { "OMP_TARGET_OFFLOAD",
    { "default", "Mandatory", "disabled" },
    { "", "never" } },
  { "GOMP_SPINCOUNT",
    { "0", "300000", "5k", "5 g", "infinite", "INFINITY", "99999999999t",
      "18446744073709551616" },
    { "", "-1", "5kk", "infinit" } },
  { "GOMP_STACKSIZE", { IF_SMALL ("64", "256") }, { "x", "1B" } },
  { "OMP_DISPLAY_ENV", { "false" }, { "on", "" } },
  { "OMP_TOOL", { "enabled", " Disabled " }, { "", "true" } },
  { "OMP_TOOL_LIBRARIES", { "libx.so", "a:b", "" }, { NULL } },
  { "OMP_TOOL_VERBOSE_INIT", { "disabled", "stderr", "x.log" }, { NULL } },
  { "OMP_DEBUG", { "enabled", "disabled" }, { "", "true" } },
  { "GOMP_DEBUG", { "0" }, { "-1", "x" } },
  { "GOMP_OFFLOAD_INFO",
    { "none", "all", "devices", " Map , transfer", "fallback,launch" },
    { "", "devices,", "maps", "map transfer" } },
  { "GOMP_OFFLOAD_TRACE", { "x", "trace-%p.json" }, { "" } },
  { "GOMP_TRACE", { "x", "trace-%p.json" }, { "" } },
  { "GOMP_OFFLOAD_SUMMARY", { "true", "false" }, { "", "1" } },
  { "OMP_PLACES",
    { "threads", "Cores", "sockets(1)", "ll_caches", "numa_domains ( 2 )",
      "cores(9223372036854775807)", "{0}", "0", "{0:1:7}", "{0},{0},!{0}",
      " { 0 } : 1 : 3 " },
    { "", "nodes", "cores(", "cores()", "cores(0)", "cores(-1)", "{}", "{0",
      "{0}:0", "{0},", "!{0}", "{0,!1}", "{0:2:-1}", "{0:65536}",
      "cores,{0}" } },
  { "GOMP_CPU_AFFINITY",
    { "0", "0 0", "0,0", "0-65535", "0-0:65535", "0- 1", " 0 " },
    { "", "x", "1-0", "0-", "0-1:0", "0,", "-1", "65535", "65536" } },
  { "OFFGOMP_PLUGINS", { "x", "nvptx,./x.so,x86emul" }, { "" } },
  { "OFFLOAD_RTL", { "./a.so", "/usr/lib/a.so:b.so" }, { "" } },
  { "OFFLOAD_HOSTS", { "localhost", "n1*2,listen:5555" }, { "" } },
  { "ACC_DEVICE_TYPE", { "host", "nvidia", "" }, { NULL } },
  { "ACC_DEVICE_NUM", { "0", "7" }, { "", "-1", "x" } },
  { "ACC_PROFLIB", { "libx.so", "a;b" }, { "" } },
  { "GOMP_OPENACC_DIM",
    { "4", "4:2", "4:2:32", ":2", "::32", " 3 : 1", "1:" },
    { "0", "x", "4:x", "1:2:3:4", "-1", "4 2" } },
  { "OFFGOMP_CPU_QUOTA", { "true", "false" }, { "0" } },
  { "OFFLOAD_EMUL_SHARED", { "0", "1" }, { "", "2", "-1", "x" } },
  { "OFFLOAD_EMUL_CHECK",
    { "1", "0", "none", "All", "bounds, freed ,status=7", "status=255" },
    { "", "2", "bounds,", "status", "status=", "status=256", "bounds lost" } },
};

static bool
is_sampled (const struct gomp_env_row *row)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    if (strcmp (samples[i].name, row->name) == 0)
      return true;
  /* Any value is right, or somebody else reads it.  */
  return row->parse == gomp_env_parse_foreign;
}

static void
test_every_row_has_samples (void)
{
  for (size_t i = 0; i < gomp_env_row_count; i++)
    if (!is_sampled (&gomp_env_rows[i]))
      check_failed ("sample", gomp_env_rows[i].name, 0);
}

/* Names of places need a system that reports how CPUs are grouped, as a chroot
   without /sys does not.  */
static bool
can_be_known (const char *name, const char *value)
{
  return strcmp (name, "OMP_PLACES") != 0
         || access ("/sys/devices/system/cpu/cpu0/topology/core_id", R_OK) == 0
         || strpbrk (value, "acehlorst") == NULL;
}

static void
test_accepted (void)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    for (const char *const *v = samples[i].good; *v != NULL; v++)
      if (!set (samples[i].name, *v) && can_be_known (samples[i].name, *v))
        check_failed (*v, samples[i].name, 0);
}

static void
test_refused (void)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    for (const char *const *v = samples[i].bad; *v != NULL; v++)
      if (set (samples[i].name, *v))
        check_failed (*v, samples[i].name, 0);
}

/* A refused value leaves everything as without the variable.  */
static void
test_refused_has_no_effect (void)
{
  clearenv ();
  gomp_icv_init ();
  struct gomp_icv without = gomp_icv_global.initial;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    for (const char *const *v = samples[i].bad; *v != NULL; v++)
      {
        set (samples[i].name, *v);
        if (memcmp (&gomp_icv_global.initial, &without, sizeof (without)) != 0
            || gomp_icv_global.allocator != 1 || gomp_icv_global.stack_size != 0
            || gomp_icv_global.wait_policy != -1
            || gomp_icv_global.default_device_list != NULL
            || gomp_icv_global.structured_reserve != 1
            || gomp_icv_global.free_agent_reserve != 0
            || gomp_icv_global.display_env != 0 || gomp_places.count != 0)
          check_failed (*v, samples[i].name, 0);
      }
}

static void
test_lists (void)
{
  set ("OMP_NUM_THREADS", "4,3,2");
  const struct gomp_icv_global *g = &gomp_icv_global;
  EXPECT (g->initial.nthreads == 4 && g->nthreads_count == 3);
  EXPECT (g->nthreads_list[1] == 3 && g->nthreads_list[2] == 2);
  EXPECT (g->initial.max_active_levels == 255);
  set ("OMP_PROC_BIND", "spread,close");
  EXPECT (g->bind_count == 2 && g->initial.bind == GOMP_BIND_SPREAD);
  EXPECT (g->bind_list[1] == GOMP_BIND_CLOSE && gomp_places.count > 0);
  EXPECT (g->nthreads_count == 0 && g->nthreads_list == NULL);
}

static void
test_levels (void)
{
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  clearenv ();
  setenv ("OMP_NUM_THREADS", "2,2", 1);
  setenv ("OMP_NESTED", "false", 1);
  gomp_icv_init ();
  EXPECT (icv->max_active_levels == 1);
  setenv ("OMP_MAX_ACTIVE_LEVELS", "3", 1);
  gomp_icv_init ();
  EXPECT (icv->max_active_levels == 3);
}

static void
test_schedule (void)
{
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  set ("OMP_SCHEDULE", "static");
  EXPECT (icv->schedule == (GOMP_SCHEDULE_STATIC | GOMP_SCHEDULE_MONOTONIC));
  EXPECT (icv->schedule_chunk == 0);
  set ("OMP_SCHEDULE", "dynamic,0");
  EXPECT (icv->schedule == GOMP_SCHEDULE_DYNAMIC && icv->schedule_chunk == 1);
  set ("OMP_SCHEDULE", "monotonic:guided,6");
  EXPECT (icv->schedule == (GOMP_SCHEDULE_GUIDED | GOMP_SCHEDULE_MONOTONIC));
  EXPECT (icv->schedule_chunk == 6);
}

static void
test_units (void)
{
  const struct gomp_icv_global *g = &gomp_icv_global;
  set ("OMP_STACKSIZE", IF_SMALL ("100", "200"));
  EXPECT (g->stack_size == IF_SMALL (102400, 204800));
  setenv ("GOMP_STACKSIZE", "1M", 1);
  gomp_icv_init ();
  EXPECT (g->stack_size == IF_SMALL (102400, 204800));
  set ("OMP_STACKSIZE", IF_SMALL ("32768 b", "163840 b"));
  EXPECT (g->stack_size == IF_SMALL (32768, 163840));
  set ("GOMP_SPINCOUNT", "3m");
  EXPECT (g->spin_count_set && g->spin_count == 3000000);
  EXPECT (gomp_spin_policy.spin_ns == 12000000);
  set ("OMP_WAIT_POLICY", "passive");
  EXPECT (gomp_spin_policy.spin_ns == 0);
  set ("OMP_WAIT_POLICY", "active");
  EXPECT (gomp_spin_policy.spin_ns == UINT64_MAX);
  set ("OMP_THREAD_LIMIT", "99999999999");
  EXPECT (g->initial.thread_limit == UINT32_MAX);
}

static void
test_default_device (void)
{
  const struct gomp_icv_global *g = &gomp_icv_global;
  set ("OMP_DEFAULT_DEVICE", "3");
  EXPECT (g->initial.default_device == 3 && g->default_device_list == NULL);
  set ("OMP_DEFAULT_DEVICE", "3,initial");
  EXPECT (g->initial.default_device == GOMP_DEFAULT_DEVICE_OPEN);
  EXPECT (strcmp (g->default_device_list, "3,initial") == 0);
  set ("OMP_TARGET_OFFLOAD", "mandatory");
  EXPECT (g->initial.default_device == GOMP_DEFAULT_DEVICE_OPEN);
  EXPECT (g->default_device_list == NULL);
  setenv ("OMP_DEFAULT_DEVICE", "0", 1);
  gomp_icv_init ();
  EXPECT (g->initial.default_device == 0);
}

/* What names no category is for all of them.  */
static void
test_check_categories (void)
{
  set ("OFFLOAD_EMUL_CHECK", "all");
  unsigned all = gomp_icv_global.offload_check;
  EXPECT (all == GOMP_CATEGORY_ALL);
  set ("OFFLOAD_EMUL_CHECK", "none");
  EXPECT (gomp_icv_global.offload_check == 0);
  set ("OFFLOAD_EMUL_CHECK", "status=7");
  EXPECT (gomp_icv_global.offload_check == all);
  set ("OFFLOAD_EMUL_CHECK", "race,leak");
  EXPECT (gomp_icv_global.offload_check
          == (GOMP_CATEGORY_RACE | GOMP_CATEGORY_LEAK));
}

static void
test_reserves (void)
{
  const struct gomp_icv_global *g = &gomp_icv_global;
  set ("OMP_THREADS_RESERVE", "4");
  EXPECT (g->structured_reserve == 4 && g->free_agent_reserve == 0);
  set ("OMP_THREADS_RESERVE", "free_agent");
  EXPECT (g->structured_reserve == 1 && g->free_agent_reserve == 1);
  set ("OMP_THREADS_RESERVE", "free_agent(3),structured(0)");
  EXPECT (g->structured_reserve == 0 && g->free_agent_reserve == 3);
}

static void
test_suffixes (void)
{
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  clearenv ();
  setenv ("OMP_NUM_THREADS_ALL", "3", 1);
  setenv ("OMP_NUM_THREADS_DEV", "5", 1);
  setenv ("OMP_NUM_THREADS_DEV_1", "7", 1);
  gomp_icv_init ();
  EXPECT (icv->nthreads == 3);
  gomp_icv_init_device (0);
  EXPECT (icv->nthreads == 5);
  gomp_icv_init_device (1);
  EXPECT (icv->nthreads == 7);
  setenv ("OMP_NUM_THREADS", "2", 1);
  gomp_icv_init_device (0);
  EXPECT (icv->nthreads == 5);
  unsetenv ("OMP_NUM_THREADS_DEV");
  unsetenv ("OMP_NUM_THREADS_ALL");
  gomp_icv_init_device (0);
  EXPECT (icv->nthreads == 2);
  gomp_icv_init_device (GOMP_ENV_HOST);
  EXPECT (icv->nthreads == 2);
}

/* A wrong value counts as none: the next form of the variable is used.  */
static void
test_wrong_suffixes (void)
{
  const struct gomp_icv *icv = &gomp_icv_global.initial;
  clearenv ();
  setenv ("OMP_NUM_THREADS", "rubbish", 1);
  setenv ("OMP_NUM_THREADS_ALL", "3", 1);
  gomp_icv_init ();
  EXPECT (icv->nthreads == 3 && gomp_env_is_set ("OMP_NUM_THREADS"));
  setenv ("OMP_NUM_THREADS_DEV", "0", 1);
  setenv ("OMP_NUM_THREADS_DEV_2", "x", 1);
  setenv ("OMP_NUM_THREADS_DEV_02", "9", 1);
  setenv ("OMP_NUM_THREADS_DEV_", "9", 1);
  setenv ("OMP_NUM_THREADS_DEV_-2", "9", 1);
  setenv ("OMP_NUM_THREADS_DEV_2x", "9", 1);
  setenv ("OMP_NUM_THREADS_DEV_4294967298", "9", 1);
  gomp_icv_init_device (2);
  EXPECT (icv->nthreads == 3);
  gomp_icv_init_device (GOMP_ENV_HOST);
}

/* Variables of ICVs that hold for a whole program have no suffixes; all
   others have.  */
static void
test_which_have_suffixes (void)
{
  static const char *const with[] = { "OMP_DYNAMIC_ALL",
                                      "true",
                                      "OMP_NESTED_ALL",
                                      "true",
                                      "OMP_SCHEDULE_ALL",
                                      "static",
                                      "OMP_PROC_BIND_ALL",
                                      "true",
                                      "OMP_PLACES_ALL",
                                      "{0}",
                                      "OMP_STACKSIZE_ALL",
                                      "1M",
                                      "OMP_WAIT_POLICY_ALL",
                                      "passive",
                                      "OMP_THREAD_LIMIT_ALL",
                                      "4",
                                      "OMP_MAX_ACTIVE_LEVELS_ALL",
                                      "4",
                                      "OMP_NUM_TEAMS_ALL",
                                      "4",
                                      "OMP_TEAMS_THREAD_LIMIT_ALL",
                                      "4",
                                      "OMP_DEFAULT_DEVICE_ALL",
                                      "1",
                                      "OMP_AFFINITY_FORMAT_ALL",
                                      "x",
                                      "OMP_ALLOCATOR_ALL",
                                      "omp_high_bw_mem_alloc",
                                      "OMP_THREADS_RESERVE_ALL",
                                      "2" };
  static const char *const without[] = {
    "OMP_CANCELLATION_ALL",      "true", "OMP_DISPLAY_AFFINITY_ALL", "true",
    "OMP_MAX_TASK_PRIORITY_ALL", "4",    "OMP_TARGET_OFFLOAD_ALL",   "disabled",
    "OMP_AVAILABLE_DEVICES_ALL", "*",    "OMP_DISPLAY_ENV_ALL",      "true",
    "GOMP_STACKSIZE_ALL",        "1M",   "GOMP_SPINCOUNT_ALL",       "4"
  };
  char row[64];
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (with); i += 2)
    {
      snprintf (row, strlen (with[i]) - 3, "%s", with[i]);
      set (with[i], with[i + 1]);
      if (!gomp_env_is_set (row))
        check_failed (with[i], row, 0);
    }
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (without); i += 2)
    {
      snprintf (row, strlen (without[i]) - 3, "%s", without[i]);
      set (without[i], without[i + 1]);
      if (gomp_env_is_set (row))
        check_failed (without[i], row, 0);
    }
}

/* Last: the first use takes over what changed since the start.  */
static void
test_first_use_rereads (void)
{
  set ("OMP_NUM_THREADS", "2");
  setenv ("OMP_NUM_THREADS", "5,4", 1);
  setenv ("OMP_DYNAMIC", "true", 1);
  EXPECT (gomp_icv_initial ()->nthreads == 5);
  EXPECT (gomp_icv_initial ()->dynamic);
  setenv ("OMP_NUM_THREADS", "6", 1);
  EXPECT (gomp_icv_initial ()->nthreads == 5);
}

int
main (void)
{
  int null = open ("/dev/null", O_WRONLY);
  dup2 (null, STDERR_FILENO);
  RUN (test_every_row_has_samples);
  RUN (test_accepted);
  RUN (test_refused);
  RUN (test_refused_has_no_effect);
  RUN (test_lists);
  RUN (test_levels);
  RUN (test_schedule);
  RUN (test_units);
  RUN (test_default_device);
  RUN (test_check_categories);
  RUN (test_reserves);
  RUN (test_suffixes);
  RUN (test_wrong_suffixes);
  RUN (test_which_have_suffixes);
  RUN (test_first_use_rereads);
  return check_done ();
}
