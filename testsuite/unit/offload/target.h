/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Devices for tests of target constructs, and the calls that the compiler makes
   for these.  The devices' memory is the host's at other addresses, so a host
   pointer that is used on the device (or the reverse) is noticed.  Device 0
   lets the host see its memory, device 1 does not; every test runs on both.

   Before it includes this, a test defines REGIONS (X) as X (name) for each of
   its regions: name (slots) is the device's code, host_name the host's address
   of it.  */

#ifndef UNIT_OFFLOAD_TARGET_H
#define UNIT_OFFLOAD_TARGET_H

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "abi/gomp_target.h"
#include "abi/gomp_task.h"
#include "base/diag.h"
#include "icv/icv.h"
#include "offload/construct/download.h"
#include "offload/device/device.h"
#include "offload/directive/routines.h"
#include "offload/directive/target.h"
#include "offload/directive/targettask.h"
#include "team/self.h"

#include "check.h"

/* ---- The devices.  */

/* Far above all addresses of the host.  32 bits have no room for that: there it
   is a distance at which no two parts of a program are.  */
#if UINTPTR_MAX > UINT32_MAX
#  define SHIFT ((uintptr_t)1 << 60)
#else
#  define SHIFT ((uintptr_t)1 << 30)
#endif
#define TYPE 77

static int device; /* that the running test uses */
static struct
{
  atomic_uint allocs, frees, writes, reads, runs;
} calls;

static inline void
forget_calls (void)
{
  calls.allocs = calls.frees = calls.writes = calls.reads = calls.runs = 0;
}

/* Whether ADDRESS is one of the device's: with 32 bits, one where the host has
   nothing.  */
static bool
is_of_device (uintptr_t address)
{
#if UINTPTR_MAX > UINT32_MAX
  return address >= SHIFT;
#else
  return msync ((void *)(address & ~(uintptr_t)0xfff), 1, MS_ASYNC) != 0;
#endif
}

static void *
real (const void *devptr)
{
  if (!is_of_device ((uintptr_t)devptr))
    {
      printf ("host address %p used on the device\n", devptr);
      abort ();
    }
  return (void *)((uintptr_t)devptr - SHIFT);
}

static unsigned
version (void)
{
  return GOMP_PLUGIN_VERSION;
}
static const char *
get_name (void)
{
  return "test";
}
static bool
init_device (int n)
{
  return n >= 0;
}
static bool
fini_device (int n)
{
  return n >= 0;
}
static bool
unload_image (int n, unsigned v, const void *data)
{
  return n >= 0 && v != 0 && data != NULL;
}

static void *
dev_alloc (int n, size_t size)
{
  (void)n;
  calls.allocs++;
  return (char *)malloc (size) + SHIFT;
}

static bool
dev_free (int n, void *devptr)
{
  (void)n;
  calls.frees++;
  free (real (devptr));
  return true;
}

static bool
dev2host (int n, void *host, const void *devptr, size_t size)
{
  (void)n;
  calls.reads++;
  memcpy (host, real (devptr), size);
  return true;
}

/* Called behind each write: another thread's region may look then.  */
static void (*after_write) (void);

static bool
host2dev (int n, void *devptr, const void *host, size_t size)
{
  (void)n;
  calls.writes++;
  memcpy (real (devptr), host, size);
  if (after_write != NULL)
    after_write ();
  return true;
}

static bool
dev2dev (int n, void *to, const void *from, size_t size)
{
  (void)n;
  memmove (real (to), real (from), size);
  return true;
}

static void *
host_view (int n, const void *devptr, size_t size)
{
  (void)n;
  (void)size;
  return real (devptr);
}

static const char *
function_name (int n, const void *fn)
{
  (void)n;
  (void)fn;
  return "test_region";
}

/* Device functions: the handle is the function itself.  */
typedef void region_function (void **slots);

static void
run (int n, void *fn, void *variables, void **args)
{
  (void)n;
  (void)args;
  calls.runs++;
  ((region_function *)fn) (variables == NULL ? NULL : real (variables));
}

struct launch
{
  void *fn, *variables, *task;
};

static void *
run_launch (void *arg)
{
  struct launch *l = arg;
  run (0, l->fn, l->variables, NULL);
  gomp_target_task_complete (l->task);
  free (l);
  return NULL;
}

static void
async_run (int n, void *fn, void *variables, void **args, void *task)
{
  (void)n;
  (void)args;
  struct launch *l = malloc (sizeof (*l));
  *l = (struct launch){ fn, variables, task };
  pthread_t thread;
  pthread_create (&thread, NULL, run_launch, l);
  pthread_detach (thread);
}

static int counter; /* a declare target variable */
static int counter_on_device;
static int number_on_device = -1;

#define DECLARE(name)                                                          \
  static void name (void **);                                                  \
  static void host_##name (void *a) { (void)a; }
REGIONS (DECLARE)

#define HOST(name) host_##name,
static void (*const host_functions[]) (void *) = { REGIONS (HOST) };
#define DEVICE(name) name,
static region_function *const device_functions[] = { REGIONS (DEVICE) };
#define FUNCTIONS (sizeof (host_functions) / sizeof (host_functions[0]))
static uintptr_t host_variables[2];
static const void *host_table[4];

static int
load_image (int n, unsigned v, const void *data, struct addr_pair **table)
{
  (void)n;
  (void)v;
  (void)data;
  *table = malloc ((FUNCTIONS + 2) * sizeof (**table));
  for (size_t i = 0; i < FUNCTIONS; i++)
    {
      (*table)[i].start = (uintptr_t)device_functions[i];
      (*table)[i].end = (*table)[i].start + 1;
    }
  uintptr_t at = (uintptr_t)&counter_on_device + SHIFT;
  (*table)[FUNCTIONS] = (struct addr_pair){ at, at + sizeof (int) };
  at = (uintptr_t)&number_on_device + SHIFT;
  (*table)[FUNCTIONS + 1] = (struct addr_pair){ at, at + sizeof (int) };
  return FUNCTIONS + 2;
}

static unsigned
get_caps (void)
{
  return GOMP_CAP_OPENMP_400;
}
static int
get_type (void)
{
  return TYPE;
}
static int
get_num_devices (void)
{
  return 1;
}

static struct gomp_plugin plugins[2];

/* In the place of the loader.  */
struct gomp_plugin *
gomp_plugin_load (const char *name, int length)
{
  static int loaded;
  (void)name;
  (void)length;
  if (loaded == 2)
    return NULL;
  struct gomp_plugin *p = &plugins[loaded];
  *p = (struct gomp_plugin){ .name = get_name (),
                             .capabilities = get_caps (),
                             .type = get_type (),
                             .device_count = get_num_devices (),
                             .version = version,
                             .init_device = init_device,
                             .fini_device = fini_device,
                             .load_image = load_image,
                             .unload_image = unload_image,
                             .alloc = dev_alloc,
                             .free = dev_free,
                             .dev2host = dev2host,
                             .host2dev = host2dev,
                             .dev2dev = dev2dev,
                             .run = run,
                             .async_run = async_run,
                             .function_name = function_name };
  if (loaded == 0)
    p->host_view = host_view;
  loaded++;
  return p;
}

/* ---- Calls.  */

enum
{
  ALLOC = 0,
  TO = 1,
  FROM = 2,
  TOFROM = 3,
  POINTER = 4,
  DESCRIPTOR = 5,
  DELETE = 7,
  FIRSTPRIVATE = 0xc,
  VALUE = 0xd,
  USE_DEVICE = 0xe,
  ZERO_LENGTH = 0xf,
  ALWAYS_TO = 0x11,
  ALWAYS_FROM = 0x12,
  RELEASE = 0x17,
  STRUCT = 0x1c,
  ALWAYS_POINTER = 0x1d,
  DELETE_ZERO_LENGTH = 0x1f,
  ATTACH = 0x50,
  DETACH = 0x51,
  STRUCT_ANY_ORDER = 0x5c,
  IMPLICIT_TOFROM = 0x63
};

#define ALIGN(log) ((log) << 8)
#define MAX_CLAUSES 40
static _Thread_local void *hosts[MAX_CLAUSES];
static _Thread_local size_t sizes[MAX_CLAUSES];
static _Thread_local unsigned short kinds[MAX_CLAUSES];
static _Thread_local size_t clauses;

static inline void
clause (int kind, void *host, size_t size)
{
  hosts[clauses] = host;
  sizes[clauses] = size;
  kinds[clauses++] = (unsigned short)(kind | ALIGN (3));
}

/* FN may call constructs itself.  */
static inline void
target (void (*fn) (void *))
{
  void *args[] = { NULL };
  size_t count = clauses;
  clauses = 0;
  GOMP_target_ext (device, fn, count, hosts, sizes, kinds, 0, NULL, args);
}

static inline void
enter (void)
{
  GOMP_target_enter_exit_data (device, clauses, hosts, sizes, kinds, 0, NULL);
  clauses = 0;
}

static inline void
leave (void)
{
  GOMP_target_enter_exit_data (device, clauses, hosts, sizes, kinds, 2, NULL);
  clauses = 0;
}

static inline void
update (void)
{
  GOMP_target_update_ext (device, clauses, hosts, sizes, kinds, 0, NULL);
  clauses = 0;
}

/* Expect that the construct fails, and what it says.  What it mapped is static
   data of the caller's: the mappings of a failed construct stay.  */
static inline void
expect_error (void (*fn) (void *), const char *text)
{
  void *args[] = { NULL };
  const struct gomp_region region = { .device = device,
                                      .fn = fn,
                                      .list = { clauses, hosts, sizes, kinds },
                                      .args = args };
  clauses = 0;
  EXPECT (gomp_target_run (&region) == GOMP_CHOICE_ERROR);
  if (strstr (gomp_error_text (), text) == NULL)
    {
      printf ("%s\n", gomp_error_text ());
      EXPECT (!"the expected text");
    }
}

/* Before all else.  */
static void
make_devices (void)
{
  host_variables[0] = (uintptr_t)&counter;
  host_variables[1] = sizeof (counter);
  host_table[0] = host_functions;
  host_table[1] = host_functions + FUNCTIONS;
  host_table[2] = host_variables;
  host_table[3] = host_variables + 2;

  GOMP_offload_register_ver (1 << 16, host_table, TYPE, host_table);
  EXPECT (omp_get_num_devices () == 2);
}

#endif
