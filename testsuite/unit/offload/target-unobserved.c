/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Observing constructs (GOMP_OFFLOAD_INFO, _TRACE, _SUMMARY, the mapping
   checker) costs nothing if nobody asks for it.  The instructions of each
   construct are counted one by one, and compared with those of the same sources
   compiled without observers (GOMP_NEVER_OBSERVED; testsuite/Makefile.am builds
   this program twice).  `built/unit/offload/target-unobserved table' prints
   both.  */

#define _GNU_SOURCE 1
#include <stdint.h>
#include <stdio.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#define REGIONS(X) X (nothing)
#include "steps.h"
#include "target.h"

#define ARRAYS 2
#define WARM 8 /* times without counting */
#define SAMPLES 2
#define PROCESSES 4 /* at most */
#define COUNTING "count"
#define HOST_DEVICE (-2)

static int arrays[ARRAYS][32];
static char *device_memory;

static void
nothing (void **slots)
{
  (void)slots;
}

static void
clauses_of (int kind, int count)
{
  for (int i = 0; i < count; i++)
    clause (kind, arrays[i], sizeof (arrays[i]));
}

/* ---- Rows: one operation each, on `device'.  */

static void
target_empty (void)
{
  target (host_nothing);
}

static void
target_new (void)
{
  clauses_of (TOFROM, 1);
  target (host_nothing);
}

static void
target_new_2 (void)
{
  clauses_of (TOFROM, ARRAYS);
  target (host_nothing);
}

static void
target_firstprivate (void)
{
  clause (FIRSTPRIVATE, arrays[0], sizeof (arrays[0]));
  clause (VALUE, NULL, 0);
  target (host_nothing);
}

static void
target_always (void)
{
  clauses_of (ALWAYS_TO, 2);
  clauses_of (ALWAYS_FROM, 2);
  target (host_nothing);
}

static void
target_host (void)
{
  int chosen = device;
  clause (FIRSTPRIVATE, arrays[0], sizeof (arrays[0]));
  device = HOST_DEVICE;
  target (host_nothing);
  device = chosen;
}

static void
call_with (unsigned flags, void **depend)
{
  void *args[] = { NULL };
  clauses_of (TOFROM, 1);
  GOMP_target_ext (device, host_nothing, clauses, hosts, sizes, kinds, flags,
                   depend, args);
  clauses = 0;
}

static void
target_depend (void)
{
  void *depend[] = { (void *)1, (void *)1, &device_memory };
  call_with (0, depend);
}

static void
target_nowait (void)
{
  call_with (1, NULL);
  GOMP_taskwait ();
}

static void
target_data (void)
{
  clauses_of (TOFROM, 2);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  GOMP_target_end_data ();
}

static void
enter_exit (void)
{
  clauses_of (TO, 1);
  enter ();
  clauses_of (FROM, 1);
  leave ();
}

static void
enter_exit_2 (void)
{
  clauses_of (TO, ARRAYS);
  enter ();
  clauses_of (FROM, ARRAYS);
  leave ();
}

static void
update_to (void)
{
  clauses_of (TO, ARRAYS);
  update ();
}

static void
update_from (void)
{
  clauses_of (FROM, ARRAYS);
  update ();
}

extern void GOMP_barrier (void);

static void
barrier (void)
{
  GOMP_barrier ();
}

static void
taskwait (void)
{
  GOMP_taskwait ();
}

static void
taskgroup (void)
{
  GOMP_taskgroup_start ();
  GOMP_taskgroup_end ();
}

static void
alloc_free (void)
{
  omp_target_free (omp_target_alloc (64, device), device);
}

static void
copy_to (void)
{
  omp_target_memcpy (device_memory, arrays, 64, 0, 0, device,
                     omp_get_initial_device ());
}

static void
copy_within (void)
{
  omp_target_memcpy (device_memory, device_memory, 64, 0, 64, device, device);
}

static void
set_memory (void)
{
  omp_target_memset (device_memory, 1, 64, device);
}

static void
mapped_pointer (void)
{
  omp_get_mapped_ptr (arrays, device);
}

static void
copy_rectangle (void)
{
  const size_t volume[] = { 2, 3 }, zero[] = { 0, 0 }, dims[] = { 4, 8 };
  omp_target_memcpy_rect (device_memory, arrays, 1, 2, volume, zero, zero, dims,
                          dims, device, omp_get_initial_device ());
}

static void
ask_presence (void)
{
  omp_target_is_present (arrays, device);
}

static void
associate (void)
{
  omp_target_associate_ptr (arrays, device_memory, 64, 0, device);
  omp_target_disassociate_ptr (arrays, device);
}

static const struct row
{
  const char *name;
  void (*run) (void);
  bool present; /* the arrays are */
} rows[] = { { "target", target_empty, false },
             { "target map (tofrom: 1)", target_new, false },
             { "target map (tofrom: 2)", target_new_2, false },
             { "target firstprivate", target_firstprivate, false },
             { "target map (2 present)", target_new_2, true },
             { "target map (always)", target_always, true },
             { "target if (0)", target_host, false },
             { "target depend", target_depend, false },
             { "target nowait", target_nowait, false },
             { "target data", target_data, false },
             { "enter + exit data (1)", enter_exit, false },
             { "enter + exit data (2)", enter_exit_2, false },
             { "update to (2)", update_to, true },
             { "update from (2)", update_from, true },
             { "barrier", barrier, false },
             { "taskwait", taskwait, false },
             { "taskgroup", taskgroup, false },
             { "alloc + free", alloc_free, false },
             { "memcpy to", copy_to, false },
             { "memcpy within", copy_within, false },
             { "memcpy_rect", copy_rectangle, false },
             { "memset", set_memory, false },
             { "get_mapped_ptr", mapped_pointer, true },
             { "is_present", ask_presence, true },
             { "associate + disassociate", associate, false } };
#define ROWS (sizeof (rows) / sizeof (rows[0]))
#define DEVICES 2

/* ---- Memory: how the system's allocator goes about it depends on all that was
   allocated before, and so would the counts.  One thread.  */

#define UNIT 64
#define UNITS ((size_t)1 << 18)
static char memory[UNITS * UNIT] __attribute__ ((aligned (4096)));
static size_t used = 1;          /* units given out */
static size_t lengths[UNITS];    /* of the block that begins there */
static void *free_blocks[UNITS]; /* by length: the first, linked */

void *
malloc (size_t size)
{
  size_t length = size / UNIT + 1;
  void *block = free_blocks[length];
  if (block != NULL)
    {
      free_blocks[length] = *(void **)block;
      return block;
    }
  if (length > UNITS - used)
    return NULL;
  block = memory + used * UNIT;
  lengths[used] = length;
  used += length;
  return block;
}

static size_t
length_of (const void *block)
{
  return lengths[(size_t)((const char *)block - memory) / UNIT];
}

void
free (void *block)
{
  if (block == NULL)
    return;
  *(void **)block = free_blocks[length_of (block)];
  free_blocks[length_of (block)] = block;
}

void *
calloc (size_t count, size_t size)
{
  void *block = malloc (count * size);
  return block == NULL ? NULL : memset (block, 0, count * size);
}

void *
realloc (void *block, size_t size)
{
  void *fresh = malloc (size);
  if (block != NULL && fresh != NULL)
    {
      size_t old = length_of (block) * UNIT;
      memcpy (fresh, block, old < size ? old : size);
      free (block);
    }
  return fresh;
}

void *
aligned_alloc (size_t align, size_t size)
{
  while (align > UNIT && (uintptr_t)(memory + used * UNIT) % align != 0)
    used++;
  return malloc (size);
}

int
posix_memalign (void **block, size_t align, size_t size)
{
  *block = aligned_alloc (align, size);
  return *block == NULL ? 12 : 0;
}

/* Nor may what it takes to read the clock.  */
int
clock_gettime (clockid_t clock, struct timespec *now)
{
  (void)clock;
  *now = (struct timespec){ .tv_sec = 1000 };
  return 0;
}

/* ---- Counting.  */

/* The fewest of some samples, after some that warm up.  A step takes up to 20
   us on virtual processors.  */
static long
count_row (const struct row *row)
{
  long fewest = -1;
  for (int i = 0; i < WARM; i++)
    row->run ();
  for (int i = 0; i < SAMPLES; i++)
    {
      steps = 0;
      START_STEPS ();
      row->run ();
      STOP_STEPS ();
      if (fewest < 0 || steps < fewest)
        fewest = steps;
    }
  return fewest;
}

/* At once, in this thread.  */
static void
run_at_once (int n, void *fn, void *variables, void **args, void *task)
{
  run (n, fn, variables, args);
  GOMP_PLUGIN_target_task_completion (task);
}

static void
count_all (long counts[DEVICES][ROWS])
{
  prepare_steps ();
  make_devices ();
  for (int i = 0; i < DEVICES; i++)
    plugins[i].async_run = run_at_once;
  for (device = 0; device < DEVICES; device++)
    {
      device_memory = omp_target_alloc (256, device);
      for (size_t i = 0; i < ROWS; i++)
        {
          clauses_of (TO, ARRAYS);
          if (rows[i].present)
            enter ();
          clauses = 0;
          counts[device][i] = count_row (&rows[i]);
          clauses_of (DELETE, ARRAYS);
          if (rows[i].present)
            leave ();
          clauses = 0;
        }
      omp_target_free (device_memory, device);
    }
}

/* Addresses decide which way copies go, also those of the stack: be a process
   that both programs are alike, with one argument and no environment.  */
static void
fix_addresses (void)
{
  char *arguments[] = { (char *)COUNTING, NULL };
  char *nothing_set[] = { NULL };
  personality (personality (0xffffffff) | ADDR_NO_RANDOMIZE);
  execve ("/proc/self/exe", arguments, nothing_set);
}

static long counts[DEVICES][ROWS], others[DEVICES][ROWS];

/* Let PROGRAM count; keep the fewest of each row.  */
static bool
read_counts (const char *program, long fewest[DEVICES][ROWS])
{
  char command[4200];
  snprintf (command, sizeof command, "'%s' " COUNTING, program);
  FILE *counting = popen (command, "r");
  bool read = counting != NULL;
  for (size_t i = 0; i < DEVICES * ROWS && read; i++)
    {
      long count = 0, *least = &fewest[i / ROWS][i % ROWS];
      read = fscanf (counting, "%ld", &count) == 1;
      if (*least == 0 || count < *least)
        *least = count;
    }
  return counting != NULL && pclose (counting) == 0 && read;
}

static bool
is_good (size_t i)
{
  bool good = true;
  for (int n = 0; n < DEVICES; n++)
    good
        &= counts[n][i] > 0 && others[n][i] > 0 && counts[n][i] <= others[n][i];
  return good;
}

static bool
all_good (void)
{
  for (size_t i = 0; i < ROWS; i++)
    if (!is_good (i))
      return false;
  return true;
}

static void
judge (size_t i)
{
  if (!is_good (i))
    {
      check_failed_functions++;
      for (int n = 0; n < DEVICES; n++)
        printf ("device %d: %ld instructions, %ld if nobody could observe\n", n,
                counts[n][i], others[n][i]);
    }
  printf ("%s: %s\n", is_good (i) ? "PASS" : "FAIL", rows[i].name);
}

static int
print_counts (void)
{
  for (size_t i = 0; i < DEVICES * ROWS; i++)
    printf ("%ld\n", counts[i / ROWS][i % ROWS]);
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], COUNTING) == 0)
    fix_addresses ();
  if (strcmp (argv[0], COUNTING) == 0)
    {
      count_all (counts);
      return print_counts ();
    }
  /* Of some thousand counts one is an instruction or two more.  */
  for (int times = 0; times < PROCESSES && !all_good (); times++)
    if (!read_counts (argv[0], counts)
        || !read_counts (UNOBSERVED_PROGRAM, others))
      {
        printf ("FAIL: no counts\n");
        return 1;
      }
  if (counts[0][0] == 0)
    {
      printf ("UNSUPPORTED: counting instructions on this processor\n");
      return 0;
    }
  for (size_t i = 0; i < ROWS; i++)
    if (argc > 1)
      printf ("%-24s %6ld %6ld %6ld %6ld\n", rows[i].name, others[0][i],
              counts[0][i], others[1][i], counts[1][i]);
    else
      judge (i);
  return check_done ();
}
