/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Internal control variables (OpenMP 5.1 section 2.4).

   gomp_icv_global has the variables of the whole device.  The environment sets
   them before main; if the specification has a setter, it changes them.
   Scalars are read without a lock. gomp_icv_initial returns the values that an
   initial task starts with, after it has completed what is left to the first
   use (the default number of threads, environment variables that the program
   set itself). struct gomp_icv has the variables of a data environment; each
   task refers to one, and an implicit task starts with its parent's.  A block
   that more than one task refers to is never changed: omp_set_* first gives the
   calling task its own block (gomp_icv_writable, team/).  */

#ifndef GOMP_ICV_ICV_H
#define GOMP_ICV_ICV_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* omp_sched_t; the top bit is the monotonic modifier.  */
enum gomp_schedule
{
  GOMP_SCHEDULE_STATIC = 1,
  GOMP_SCHEDULE_DYNAMIC = 2,
  GOMP_SCHEDULE_GUIDED = 3,
  GOMP_SCHEDULE_AUTO = 4
};
#define GOMP_SCHEDULE_MONOTONIC 0x80000000u

/* omp_proc_bind_t.  */
enum gomp_proc_bind
{
  GOMP_BIND_FALSE = 0,
  GOMP_BIND_TRUE = 1,
  GOMP_BIND_PRIMARY = 2,
  GOMP_BIND_CLOSE = 3,
  GOMP_BIND_SPREAD = 4
};

#define GOMP_MAX_LEVELS 255
/* The default device depends on the existing devices: use gomp_default_device
   (offload/device/select.h).  */
#define GOMP_DEFAULT_DEVICE_OPEN INT32_MIN

struct gomp_icv
{
  uint32_t nthreads;         /* nthreads-var of this level */
  uint32_t thread_limit;     /* thread-limit-var; UINT32_MAX: none */
  uint32_t schedule;         /* run-sched-var: enum gomp_schedule + modifier */
  int32_t schedule_chunk;    /* its chunk */
  int32_t default_device;    /* default-device-var, or the next */
  uint8_t max_active_levels; /* max-active-levels-var */
  uint8_t bind;              /* bind-var: enum gomp_proc_bind */
  bool dynamic;              /* dyn-var */
};

/* The variables of a device that shares the memory of this process.  */
struct gomp_device_icv
{
  struct gomp_icv initial; /* of the initial task of a region */
  int num_teams;           /* nteams-var; 0: unset */
  int teams_thread_limit;  /* teams-thread-limit-var; 0: unset */
  bool has_threads;        /* OMP_NUM_THREADS is set */
};

enum gomp_target_offload
{
  GOMP_OFFLOAD_DEFAULT,
  GOMP_OFFLOAD_MANDATORY,
  GOMP_OFFLOAD_DISABLED
};

/* What to report about offloading: a sum.  GOMP_OFFLOAD_INFO has the words up
   to GOMP_INFO_ALL.  */
enum gomp_offload_info
{
  GOMP_INFO_DEVICES = 1,  /* which there are, and why others are not */
  GOMP_INFO_FALLBACK = 2, /* regions that run on the host, once each */
  GOMP_INFO_MAP = 4,      /* mappings made and removed */
  GOMP_INFO_TRANSFER = 8, /* copies */
  GOMP_INFO_LAUNCH = 16,  /* regions that run on a device */
  GOMP_INFO_ALL = 31,
  GOMP_INFO_TRACE = 32,   /* GOMP_OFFLOAD_TRACE */
  GOMP_INFO_SUMMARY = 64, /* GOMP_OFFLOAD_SUMMARY */
  GOMP_INFO_CHECK = 128   /* OFFLOAD_EMUL_CHECK */
};

/* What the mapping checker reports: a sum.  */
enum gomp_check_category
{
#define CHECK_CATEGORY(name, value, word) GOMP_CATEGORY_##name = value,
#include "check_words.def"
  GOMP_CATEGORY_ALL = 0
#define CHECK_CATEGORY(name, value, word) +value
#include "check_words.def"
};
/* All requested reports; tool/ removes what cannot be done.  */
HIDDEN extern atomic_uint gomp_offload_wishes;
/* offload/listeners.c: the environment was read, and says that.  */
HIDDEN void gomp_offload_listen (unsigned wishes);
/* ompt/find.c: the environment was read; a tool may be started later.  */
HIDDEN void gomp_tool_expect (void);
/* Whether GOMP_INFO_CHECK was asked for at first; read by host code that was
   compiled with -DOFFLOAD_EMUL_CHECK (mkoffload/gcc-plugin/check.cc).  */
EXPORT extern int __offgomp_checking;

struct gomp_icv_global
{
  struct gomp_icv initial; /* of every initial task: gomp_icv_initial */
  uint32_t *nthreads_list; /* OMP_NUM_THREADS list, element a level */
  size_t nthreads_count;   /* its length; 0: no list */
  uint8_t *bind_list;      /* OMP_PROC_BIND list */
  size_t bind_count;       /* its length */
  size_t stack_size;       /* stacksize-var; 0: the system's default */
  int wait_policy;         /* -1 unset, 0 passive, 1 active */
  uint64_t spin_count;     /* GOMP_SPINCOUNT; see spin_count_set */
  bool spin_count_set;
  bool cancellation;      /* cancel-var */
  bool display_affinity;  /* display-affinity-var */
  int max_task_priority;  /* max-task-priority-var */
  int num_teams;          /* nteams-var; 0: unset */
  int teams_thread_limit; /* teams-thread-limit-var; 0: unset */
  enum gomp_target_offload target_offload; /* target-offload-var */
  uintptr_t allocator;       /* def-allocator-var, omp_allocator_handle_t */
  char *affinity_format;     /* affinity-format-var, malloced; NULL: default */
  int display_env;           /* OMP_DISPLAY_ENV: 0 false, 1 true, 2 verbose */
  unsigned offload_info;     /* enum gomp_offload_info */
  char *trace;               /* file for the timeline; the same */
  char *offload_trace;       /* file for the trace, malloced; NULL: none */
  bool offload_summary;      /* a summary of offloading at exit */
  unsigned offload_check;    /* enum gomp_check_category */
  int offload_shared;        /* emulated devices share the host's memory; -1: if
                                the program requires it */
  int offload_check_status;  /* exit status after a report; 0: the program's */
  char *plugins;             /* to try, malloced; NULL: the library's own */
  char *hosts;               /* machines with devices, malloced; NULL: none */
  char *rtls;                /* target RTLs, malloced; NULL: none */
  char *acc_device_type;     /* OpenACC's default type, malloced, or NULL */
  int acc_device_num;        /* OpenACC's default number */
  char *acc_proflib;         /* OpenACC's profiling libraries, malloced, or
                                NULL */
  int acc_dims[3];           /* GOMP_OPENACC_DIM; 0: not given */
  char *offload_check_json;  /* file for the reports, malloced; NULL: none */
  bool cpu_quota;            /* control groups limit the default nthreads */
  char *available_devices;   /* available-devices-var, malloced; NULL: all */
  char *default_device_list; /* OMP_DEFAULT_DEVICE if it is more than a number,
                                malloced, or NULL */
  bool tool;                 /* tool-var */
  bool debug;                /* debug-var */
  char *tool_libraries;      /* tool-libraries-var, malloced, or NULL */
  char *tool_verbose;        /* tool-verbose-init-var, malloced; NULL:
                                disabled */
  uint32_t structured_reserve; /* OMP_THREADS_RESERVE: threads that only teams
                                  get */
  uint32_t free_agent_reserve; /* threads that teams do not get */
};

HIDDEN extern struct gomp_icv_global gomp_icv_global;

/* Read the environment; called once, from the library's constructor.  */
HIDDEN void gomp_icv_init (void);
/* The ICVs of a new initial task: &gomp_icv_global.initial, complete.  The
   first call of the process reads the CPU quota and, while the program has one
   thread, takes into account what the program changed in its environment since
   the constructor ran.  Any thread.  */
HIDDEN const struct gomp_icv *gomp_icv_initial (void);
/* gomp_icv_global, complete like that.  */
static inline struct gomp_icv_global *
gomp_icv_globals (void)
{
  gomp_icv_initial ();
  return &gomp_icv_global;
}
/* CPUs that the process may keep busy: those of its affinity mask, or fewer if
   a control group allows less CPU time.  */
HIDDEN unsigned gomp_icv_available_cpus (void);
/* How many of CPUS CPUs in affinity masks the quota leaves.  */
HIDDEN unsigned gomp_icv_cap_cpus (unsigned cpus);
/* What control groups allow, as far as it counts; constant.  */
struct os_cpu_quota;
HIDDEN const struct os_cpu_quota *gomp_icv_quota (void) COLD;
/* How long waits spin, in nanoseconds (GOMP_SPINCOUNT, OMP_WAIT_POLICY), and
   a change of it.  Any thread.  */
HIDDEN uint64_t gomp_icv_spin_time (void);
HIDDEN void gomp_icv_set_spin_time (uint64_t ns);
/* Let ENTRY, NAME=VALUE, count as if it were in the environment.  False if
   there is no such variable.  While the process has one thread; the calling
   task's variables do not change.  */
HIDDEN bool gomp_icv_set_variable (const char *entry) COLD;
/* Read the environment again, unless the library is in use: libomp.so.5 has
   added to it (gomp_env_add).  */
HIDDEN void gomp_icv_read_again (void) COLD;
/* Append the origin of the default number of threads.  */
struct gomp_strbuf;
HIDDEN void gomp_icv_print_nthreads_source (struct gomp_strbuf *sb);
/* Whether this process is a device's.  */
HIDDEN bool gomp_icv_is_device (void);
/* Read into ICV what the environment says for device DEVICE, which shares the
   memory of this process.  What is not in ICV is the same as on the host.  */
HIDDEN void gomp_icv_of_device (int device, struct gomp_device_icv *icv);
/* This process is device DEVICE: read the environment as that device sees it.
   Before any thread uses the library.  */
HIDDEN void gomp_icv_init_device (int device);

#endif
