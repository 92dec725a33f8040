/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A construct of OpenACC takes at most an eighth more instructions than the
   same of OpenMP, on devices that do nothing; and thirty more for each entry
   point, since OpenACC's have variable arguments.  The argument `table' prints
   both.  */

#define _GNU_SOURCE 1
#include <stdint.h>

#define REGIONS(X) X (nothing)
#include "device.h"

#include "abi/goacc.h"
#include "steps.h"

extern int omp_target_is_present (const void *host, int number);
extern int acc_is_present (void *host, size_t size);

#define DEVICES 2
#define ARRAYS 8
#define WARM 8 /* times without counting */
#define SAMPLES 3
#define PRESENT 6
#define FORCE_TO 0x81
#define NO_FLAGS (-1)
#define ENTRY 30 /* instructions */

static int arrays[ARRAYS][32];

static void
nothing (void **slots)
{
  (void)slots;
}

/* ---- Rows.  */

static void
clauses_of (int kind, int count)
{
  for (int i = 0; i < count; i++)
    clause (kind, arrays[i], sizeof (arrays[i]));
}

static void
acc_region (void)
{
  size_t count = clauses;
  clauses = 0;
  GOACC_parallel_keyed (NO_FLAGS, host_nothing, count, hosts, sizes, kinds, 0);
}

static void
acc_enter (void)
{
  GOACC_enter_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
acc_leave (void)
{
  GOACC_exit_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
acc_empty (void)
{
  acc_region ();
}

static void
omp_empty (void)
{
  target (host_nothing);
}

static void
acc_new (void)
{
  clauses_of (TOFROM, 1);
  acc_region ();
}

static void
omp_new (void)
{
  clauses_of (TOFROM, 1);
  target (host_nothing);
}

static void
acc_present (void)
{
  clauses_of (PRESENT, ARRAYS);
  acc_region ();
}

static void
omp_present (void)
{
  clauses_of (TOFROM, ARRAYS);
  target (host_nothing);
}

static void
acc_data (void)
{
  clauses_of (TOFROM, 1);
  GOACC_data_start (NO_FLAGS, clauses, hosts, sizes, kinds);
  clauses = 0;
  GOACC_data_end ();
}

static void
omp_data (void)
{
  clauses_of (TOFROM, 1);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  GOMP_target_end_data ();
}

static void
acc_enter_exit (void)
{
  clauses_of (TO, 1);
  acc_enter ();
  clauses_of (FROM, 1);
  acc_leave ();
}

static void
omp_enter_exit (void)
{
  clauses_of (TO, 1);
  enter ();
  clauses_of (FROM, 1);
  leave ();
}

static void
acc_enter_exit_all (void)
{
  clauses_of (TO, ARRAYS);
  acc_enter ();
  clauses_of (FROM, ARRAYS);
  acc_leave ();
}

static void
omp_enter_exit_all (void)
{
  clauses_of (TO, ARRAYS);
  enter ();
  clauses_of (FROM, ARRAYS);
  leave ();
}

static void
acc_update (void)
{
  clauses_of (FORCE_TO, 1);
  GOACC_update (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
omp_update (void)
{
  clauses_of (TO, 1);
  update ();
}

static void
acc_update_all (void)
{
  clauses_of (FORCE_TO, ARRAYS);
  GOACC_update (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
omp_update_all (void)
{
  clauses_of (TO, ARRAYS);
  update ();
}

static void
acc_lookup (void)
{
  acc_is_present (arrays[0] + 1, sizeof (int));
}

static void
omp_lookup (void)
{
  omp_target_is_present (arrays[0] + 1, device);
}

static const struct row
{
  const char *name;
  void (*acc) (void);
  void (*omp) (void);
  int calls;    /* of entry points */
  bool present; /* the arrays are */
} rows[]
    = { { "empty", acc_empty, omp_empty, 1, false },
        { "new", acc_new, omp_new, 1, false },
        { "present", acc_present, omp_present, 1, true },
        { "data", acc_data, omp_data, 2, false },
        { "enter and exit", acc_enter_exit, omp_enter_exit, 2, false },
        { "enter and exit, eight arrays", acc_enter_exit_all,
          omp_enter_exit_all, 2, false },
        { "update", acc_update, omp_update, 1, true },
        { "update, eight arrays", acc_update_all, omp_update_all, 1, true },
        { "is it present", acc_lookup, omp_lookup, 1, true } };
#define ROWS (sizeof (rows) / sizeof (rows[0]))

/* ---- Counting.  */

static long
count (void (*body) (void))
{
  long fewest = -1;
  for (int i = 0; i < WARM; i++)
    body ();
  for (int i = 0; i < SAMPLES; i++)
    {
      steps = 0;
      START_STEPS ();
      body ();
      STOP_STEPS ();
      if (fewest < 0 || steps < fewest)
        fewest = steps;
    }
  return fewest;
}

static bool
compare (const struct row *row, bool prints)
{
  if (row->present)
    {
      clauses_of (TO, ARRAYS);
      enter ();
    }
  long acc = count (row->acc), omp = count (row->omp);
  if (row->present)
    {
      clauses_of (DELETE, ARRAYS);
      leave ();
    }
  bool good = 8 * (acc - row->calls * ENTRY) <= 9 * omp;
  if (prints || !good)
    printf ("%-30s device %d: %6ld %6ld %5.2f\n", row->name, device, acc, omp,
            (double)acc / (double)omp);
  return good;
}

static bool
can_count (void)
{
  prepare_steps ();
  steps = 0;
  START_STEPS ();
  STOP_STEPS ();
  return steps > 0;
}

int
main (int argc, char **argv)
{
  (void)argv;
#ifndef __OPTIMIZE__
  printf ("UNSUPPORTED: not optimized\n");
  return 0;
#endif
  if (GOMP_CHECKING || !can_count ())
    {
      printf ("UNSUPPORTED: counting instructions\n");
      return 0;
    }
  make_acc_devices (run_compute);
  for (size_t i = 0; i < ROWS; i++)
    {
      bool good = true;
      for (device = 0; device < DEVICES; device++)
        {
          EXPECT (gomp_acc_set_number (device, EMULATED) == GOMP_OK);
          good &= compare (&rows[i], argc > 1);
        }
      check_failed_functions += !good;
      printf ("%s: %s\n", good ? "PASS" : "FAIL", rows[i].name);
    }
  return check_done ();
}
