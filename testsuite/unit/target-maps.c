/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target constructs, called as the compiler calls them, on devices made for
   this test: their memory is the host's at other addresses, so that a host
   pointer used on the device (or the reverse) is noticed.  Device 0 lets the
   host see its memory, device 1 does not; every test runs on both.  */

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "abi/target.h"
#include "abi/task.h"
#include "base/diag.h"
#include "icv/icv.h"
#include "offload/device.h"
#include "offload/target.h"
#include "team/self.h"

#include "check.h"

/* ---- The devices.  */

#define SHIFT ((uintptr_t)1 << 60)
#define TYPE 77

static int device; /* that the running test uses */
static struct
{
  atomic_uint allocs, frees, writes, reads, runs;
} calls;

static void
forget_calls (void)
{
  calls.allocs = calls.frees = calls.writes = calls.reads = calls.runs = 0;
}

static void *
real (const void *devptr)
{
  if ((uintptr_t)devptr < SHIFT)
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

static bool
host2dev (int n, void *devptr, const void *host, size_t size)
{
  (void)n;
  calls.writes++;
  memcpy (real (devptr), host, size);
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

static void add_one (void **);
static void read_struct (void **);
static void sum_descriptor (void **);
static void spoil (void **);
static void see_zero (void **);
static void use_firstprivate (void **);

static void
host_add_one (void *a)
{
  (void)a;
}
static void
host_read_struct (void *a)
{
  (void)a;
}
static void
host_sum_descriptor (void *a)
{
  (void)a;
}
static void
host_spoil (void *a)
{
  (void)a;
}
static void
host_see_zero (void *a)
{
  (void)a;
}
static void
host_use_firstprivate (void *a)
{
  (void)a;
}
static void
host_without_image (void *a)
{
  **(int **)a = omp_is_initial_device () ? 1 : 2;
}

static void (*const host_functions[]) (void *)
    = { host_add_one, host_read_struct, host_sum_descriptor,
        host_spoil,   host_see_zero,    host_use_firstprivate };
static region_function *const device_functions[] = {
  add_one, read_struct, sum_descriptor, spoil, see_zero, use_firstprivate
};
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
  ATTACH = 0x50,
  DETACH = 0x51
};

#define ALIGN(log) ((log) << 8)
#define MAX_CLAUSES 40
static void *hosts[MAX_CLAUSES];
static size_t sizes[MAX_CLAUSES];
static unsigned short kinds[MAX_CLAUSES];
static size_t clauses;

static void
clause (int kind, void *host, size_t size)
{
  hosts[clauses] = host;
  sizes[clauses] = size;
  kinds[clauses++] = (unsigned short)(kind | ALIGN (3));
}

static void
target (void (*fn) (void *))
{
  void *args[] = { NULL };
  GOMP_target_ext (device, fn, clauses, hosts, sizes, kinds, 0, NULL, args);
  clauses = 0;
}

static void
enter (void)
{
  GOMP_target_enter_exit_data (device, clauses, hosts, sizes, kinds, 0, NULL);
  clauses = 0;
}

static void
leave (void)
{
  GOMP_target_enter_exit_data (device, clauses, hosts, sizes, kinds, 2, NULL);
  clauses = 0;
}

static void
update (void)
{
  GOMP_target_update_ext (device, clauses, hosts, sizes, kinds, 0, NULL);
  clauses = 0;
}

/* Expect that the construct fails, and what it says.  What it mapped is static
   data of the caller's: the mappings of a failed construct stay.  */
static void
expect_error (void (*fn) (void *), const char *text)
{
  void *args[] = { NULL };
  const struct gomp_region region = { .device = device,
                                      .fn = fn,
                                      .list = { clauses, hosts, sizes, kinds },
                                      .args = args };
  clauses = 0;
  CHECK (gomp_target_run (&region) == GOMP_CHOICE_ERROR);
  if (strstr (gomp_error_text (), text) == NULL)
    {
      printf ("%s\n", gomp_error_text ());
      CHECK (!"the expected text");
    }
}

/* ---- Regions.  */

static void
add_one (void **slots)
{
  ++*(int *)real (slots[0]);
}

static void
transfers (void)
{
  int x = 5;
  clause (TOFROM, &x, sizeof (x));
  target (host_add_one);
  CHECK (x == 6);
  clause (TO, &x, sizeof (x));
  target (host_add_one);
  CHECK (x == 6);
  CHECK (!omp_target_is_present (&x, device));
  /* Warm: no memory is allocated any more, and one copy brings all.  */
  forget_calls ();
  clause (TOFROM, &x, sizeof (x));
  target (host_add_one);
  CHECK (calls.allocs == 0 && calls.frees == 0 && calls.runs == 1);
  CHECK (device == 0 ? calls.writes + calls.reads == 0
                     : calls.writes == 1 && calls.reads == 1);
}

static void
staging (void)
{
  static int many[30][100];
  forget_calls ();
  for (int i = 0; i < 30; i++)
    {
      many[i][0] = i;
      clause (i == 0 ? TOFROM : TO, many[i], 40);
    }
  target (host_add_one);
  CHECK (many[0][0] == 1);
  CHECK (calls.writes <= 1);
}

static void
reference_counts (void)
{
  int a[4] = { 1, 2, 3, 4 };
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  CHECK (omp_target_is_present (&a[3], device));
  clause (TOFROM, a, sizeof (a));
  clause (TOFROM, a, 4);
  target (host_add_one);
  CHECK (a[0] == 1);
  clause (ALWAYS_FROM, a, sizeof (a));
  target (host_add_one);
  CHECK (a[0] == 3);
  a[0] = 10;
  clause (ALWAYS_TO, a, 4);
  target (host_add_one);
  clause (FROM, a, 4);
  leave ();
  CHECK (a[0] == 10 && omp_target_is_present (a, device));
  clause (FROM, a, 4);
  update ();
  CHECK (a[0] == 11);
  clause (FROM, a, sizeof (a));
  leave ();
  CHECK (!omp_target_is_present (a, device));
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  clause (DELETE, a, sizeof (a));
  leave ();
  CHECK (!omp_target_is_present (a, device));
  /* What is not there is not an error at the end.  */
  clause (RELEASE, a, sizeof (a));
  leave ();
  clause (FROM, a, sizeof (a));
  update ();
}

static void
overlaps (void)
{
  static int a[8];
  clause (TO, a + 2, 4 * sizeof (int));
  enter ();
  clause (TO, a, 3 * sizeof (int));
  expect_error (host_add_one, "Trying to map into device [");
  CHECK (strstr (gomp_error_text (), "target region test_region") != NULL);
  clause (DELETE, a + 2, 4 * sizeof (int));
  leave ();
}

struct list
{
  int n;
  int pad;
  int *data;
  int tail;
};

static void
read_struct (void **slots)
{
  struct list *s = real (slots[0]);
  int *data = real (s->data);
  int sum = 0;
  for (int i = 0; i < s->n; i++)
    sum += data[i]++;
  s->n = sum;
}

static void
structures (void)
{
  int data[3] = { 10, 20, 30 };
  struct list s = { .n = 3, .data = data, .tail = 7 };
  clause (STRUCT, &s, 2);
  clause (TOFROM, &s.n, sizeof (s.n));
  clause (ALLOC, &s.data, sizeof (s.data));
  clause (TOFROM, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  target (host_read_struct);
  CHECK (s.n == 60 && s.data == data && s.tail == 7);
  CHECK (data[0] == 11 && data[2] == 31);
  CHECK (!omp_target_is_present (&s, device));

  /* The same, kept on the device; copies leave the pointer alone.  */
  s.n = 3;
  clause (TO, &s, sizeof (s));
  enter ();
  clause (TO, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  enter ();
  clause (TO, &s, sizeof (s));
  update ();
  clause (TOFROM, &s, sizeof (s));
  target (host_read_struct);
  clause (FROM, &s, sizeof (s));
  update ();
  CHECK (s.n == 63 && s.data == data);
  clause (FROM, data, sizeof (data));
  clause (DETACH, &s.data, 0);
  leave ();
  CHECK (data[2] == 32);
  clause (FROM, &s, sizeof (s));
  leave ();
  CHECK (s.data == data && !omp_target_is_present (&s, device));
}

static void
members_apart (void)
{
  static struct list s;
  clause (STRUCT, &s, 1);
  clause (TO, &s.n, sizeof (s.n));
  enter ();
  clause (STRUCT, &s, 2);
  clause (TO, &s.n, sizeof (s.n));
  clause (TO, &s.tail, sizeof (s.tail));
  expect_error (host_add_one, "structure element when other mapped elements");
  clause (DELETE, &s.n, sizeof (s.n));
  leave ();
}

struct descriptor
{
  int *data;
  size_t length;
};

static void
sum_descriptor (void **slots)
{
  struct descriptor *d = real (slots[1]);
  int *result = real (slots[3]);
  int *data = d->length == 0 ? NULL : real (d->data);
  *result = 0;
  for (size_t i = 0; i < d->length; i++)
    *result += data[i];
}

static int
run_descriptor (struct descriptor *d)
{
  int result = -1;
  clause (TO, d->data, d->length * sizeof (int));
  clause (DESCRIPTOR, d, sizeof (*d));
  clause (POINTER, &d->data, 0);
  clause (FROM, &result, sizeof (result));
  target (host_sum_descriptor);
  return result;
}

static void
descriptors (void)
{
  static int data[3] = { 1, 2, 3 };
  static struct descriptor d;
  d = (struct descriptor){ data, 3 };
  CHECK (run_descriptor (&d) == 6);
  CHECK (d.data == data);
  d = (struct descriptor){ NULL, 0 };
  CHECK (run_descriptor (&d) == 0);
  /* Null when it was mapped, not null later.  */
  clause (DESCRIPTOR, &d, sizeof (d));
  clause (POINTER, &d.data, 0);
  enter ();
  d = (struct descriptor){ data, 3 };
  CHECK (run_descriptor (&d) == 6);
  clause (DELETE, &d, sizeof (d));
  leave ();
  clause (DESCRIPTOR, &d, sizeof (d));
  clause (POINTER, &d.data, 0);
  expect_error (host_sum_descriptor, "Pointer target of array section");
}

static void
spoil (void **slots)
{
  memset ((char *)real (slots[0]) + 4, 0, 8);
}

static void
overruns (void)
{
  static int x;
  if (device != 0)
    return;
  clause (TOFROM, &x, sizeof (x));
  expect_error (host_spoil, "bytes 0 to 7 after the end of [");
}

static void
see_zero (void **slots)
{
  *(int *)real (slots[1]) = slots[0] == NULL ? 0 : *(int *)real (slots[0]);
}

static void
zero_lengths (void)
{
  int a[2] = { 3, 4 }, seen = -1;
  clause (ZERO_LENGTH, a, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  CHECK (seen == 0);
  clause (TO, a, sizeof (a));
  enter ();
  clause (ZERO_LENGTH, a + 1, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  CHECK (seen == 4);
  clause (DELETE, a, sizeof (a));
  leave ();
}

static void
use_firstprivate (void **slots)
{
  int *copy = real (slots[0]);
  int *result = real (slots[2]);
  *result = *copy + (int)(intptr_t)slots[1];
  *copy = 0;
}

static void
firstprivate (void)
{
  int x = 5, result = 0;
  clause (FIRSTPRIVATE, &x, sizeof (x));
  clause (VALUE, (void *)37, 0);
  clause (FROM, &result, sizeof (result));
  target (host_use_firstprivate);
  CHECK (x == 5 && result == 42);
}

static void
target_data (void)
{
  int a[2] = { 1, 2 };
  clause (TOFROM, a, sizeof (a));
  clause (USE_DEVICE, a, 0);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  ++*(int *)real (hosts[1]);
  CHECK (omp_get_mapped_ptr (a, device) == hosts[1]);
  GOMP_target_end_data ();
  CHECK (a[0] == 2 && !omp_target_is_present (a, device));
  GOMP_target_end_data ();
}

static void
variables (void)
{
  CHECK (number_on_device >= 0);
  counter = 5;
  clause (TO, &counter, sizeof (counter));
  update ();
  CHECK (counter_on_device == 5);
  clause (TOFROM, &counter, sizeof (counter));
  target (host_add_one);
  CHECK (counter == 5 && counter_on_device == 6);
  clause (DELETE, &counter, sizeof (counter));
  leave ();
  CHECK (omp_target_is_present (&counter, device));
}

static void
routines (void)
{
  int a[6] = { 1, 2, 3, 4, 5, 6 }, b[6] = { 0 };
  int host = omp_get_initial_device ();
  int *d = omp_target_alloc (sizeof (a), device);
  CHECK (omp_target_memcpy (d, a, sizeof (a), 0, 0, device, host) == 0);
  CHECK (omp_target_memcpy (d, d, 4, 4, 20, device, device) == 0);
  CHECK (omp_target_memcpy (b, d, sizeof (a), 0, 0, host, device) == 0);
  CHECK (b[0] == 1 && b[1] == 6 && b[5] == 6);
  size_t volume[] = { 2, 1 }, at[] = { 0, 1 }, dims[] = { 2, 3 };
  CHECK (omp_target_memcpy_rect (d, a, 4, 2, volume, at, at, dims, dims, device,
                                 host)
         == 0);
  CHECK (((int *)real (d))[1] == 2 && ((int *)real (d))[4] == 5);
  CHECK (omp_target_memcpy_rect (NULL, NULL, 4, 2, NULL, NULL, NULL, NULL, NULL,
                                 0, 0)
         == INT_MAX);
  CHECK (omp_target_associate_ptr (a, d, sizeof (a), 0, device) == 0);
  CHECK (omp_target_associate_ptr (a, d, sizeof (a), 0, device) == 0);
  CHECK (omp_target_associate_ptr (a, d, sizeof (a), 4, device) != 0);
  clause (TOFROM, a, sizeof (a));
  target (host_add_one);
  CHECK (a[0] == 1 && *(int *)real (d) == 2);
  CHECK (omp_target_disassociate_ptr (a + 1, device) != 0);
  CHECK (omp_target_disassociate_ptr (a, device) == 0);
  CHECK (!omp_target_is_present (a, device));
  omp_target_free (d, device);
  CHECK (omp_target_alloc (4, 7) == NULL && omp_target_alloc (4, -7) == NULL);
}

static void
without_image (void)
{
  int where = 0;
  clause (TOFROM, &where, sizeof (where));
  target (host_without_image);
  CHECK (where == 1);
  gomp_icv_global.target_offload = GOMP_OFFLOAD_MANDATORY;
  clause (TOFROM, &where, sizeof (where));
  expect_error (host_without_image, "is in no image for device");
  gomp_icv_global.target_offload = GOMP_OFFLOAD_DEFAULT;
}

static void
later (void)
{
  int x = 1;
  void *args[] = { NULL };
  clause (TOFROM, &x, sizeof (x));
  void *depend[] = { (void *)1, (void *)1, &x };
  for (int i = 0; i < 10; i++)
    GOMP_target_ext (device, host_add_one, clauses, hosts, sizes, kinds, 1,
                     depend, args);
  clauses = 0;
  GOMP_taskwait ();
  CHECK (x == 11);
}

/* ---- Threads.  */

static void *
map_one (void *arg)
{
  int *shared = arg;
  int private = 0;
  void *args[] = { NULL };
  size_t size = sizeof (int);
  unsigned short kind = TOFROM | ALIGN (2);
  for (int i = 0; i < 2000; i++)
    {
      void *host = &private;
      GOMP_target_ext (device, host_add_one, 1, &host, &size, &kind, 0, NULL,
                       args);
      host = shared;
      GOMP_target_data_ext (device, 1, &host, &size, &kind);
      CHECK (omp_target_is_present (shared, device));
      GOMP_target_end_data ();
    }
  CHECK (private == 2000);
  return NULL;
}

static void
threads (void)
{
  int shared = 99;
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, map_one, &shared);
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  CHECK (shared == 99 && !omp_target_is_present (&shared, device));
}

int
main (void)
{
  host_variables[0] = (uintptr_t)&counter;
  host_variables[1] = sizeof (counter);
  host_table[0] = host_functions;
  host_table[1] = host_functions + FUNCTIONS;
  host_table[2] = host_variables;
  host_table[3] = host_variables + 2;

  GOMP_offload_register_ver (1 << 16, host_table, TYPE, host_table);
  CHECK (omp_get_num_devices () == 2);
  for (device = 0; device < 2; device++)
    {
      RUN (transfers);
      RUN (staging);
      RUN (reference_counts);
      RUN (overlaps);
      RUN (structures);
      RUN (members_apart);
      RUN (descriptors);
      RUN (zero_lengths);
      RUN (firstprivate);
      RUN (target_data);
      RUN (variables);
      RUN (routines);
      RUN (without_image);
      RUN (later);
      RUN (threads);
      RUN (overruns);
    }
  return check_done ();
}
