/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Enter data and exit data of OpenACC that are executed again and again
   (offload/construct/plan.c): exit data by a plan does what it does without
   one, whatever the program does in between.  */

#define REGIONS(X) X (add_one)
#include "device.h"

#include "abi/goacc.h"

extern int acc_is_present (void *host, size_t size);
extern void *acc_copyin (void *host, size_t size);
extern void acc_copyout (void *host, size_t size);
extern void acc_set_device_num (int number, int type);

#define ROUNDS 6 /* the second makes the plan */
#define ARRAYS 3
#define LENGTH 5
#define FORCE_FROM 0x82
#define NO_FLAGS (-1)

static int arrays[ARRAYS][LENGTH];

/* The first of COUNT arrays grows by one.  */
static void
add_one (void **slots)
{
  int *array = real (slots[0]);
  array[0]++;
}

static void
acc_enter (int count)
{
  for (int i = 0; i < count; i++)
    clause (TO, arrays[i], sizeof (arrays[i]));
  GOACC_enter_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
acc_leave (int count, int kind)
{
  for (int i = 0; i < count; i++)
    clause (kind, arrays[i], sizeof (arrays[i]));
  GOACC_exit_data (NO_FLAGS, clauses, hosts, sizes, kinds, GOMP_ACC_SYNC, 0);
  clauses = 0;
}

static void
acc_region (void)
{
  clause (TO, arrays[0], sizeof (arrays[0]));
  GOACC_parallel_keyed (NO_FLAGS, host_add_one, clauses, hosts, sizes, kinds,
                        0);
  clauses = 0;
}

static bool
is_here (void)
{
  return acc_is_present (arrays[0], sizeof (arrays[0])) != 0;
}

/* Enter COUNT arrays with this value, change the host's, run a region.  */
static void
enter_and_add (int count, int value)
{
  for (int i = 0; i < count; i++)
    arrays[i][0] = value + i;
  acc_enter (count);
  for (int i = 0; i < count; i++)
    arrays[i][0] = -1;
  acc_region ();
}

static void
copied_out (int count)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      enter_and_add (count, 10 * round);
      forget_calls ();
      acc_leave (count, round % 2 ? FROM : FORCE_FROM);
      for (int i = 0; i < count; i++)
        EXPECT (arrays[i][0] == 10 * round + i + (i == 0));
      EXPECT (!is_here ());
      EXPECT (calls.frees == 0 && calls.reads <= 1);
    }
}

static void
one (void)
{
  copied_out (1);
}

static void
several (void)
{
  copied_out (ARRAYS);
}

/* Nothing is copied back, or one of the arrays.  */
static void
deleted (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      enter_and_add (ARRAYS, round);
      if (round % 2)
        clause (FROM, arrays[0], sizeof (arrays[0]));
      else
        clause (DELETE, arrays[0], sizeof (arrays[0]));
      clause (DELETE, arrays[1], sizeof (arrays[1]));
      clause (RELEASE, arrays[2], sizeof (arrays[2]));
      acc_leave (0, 0);
      EXPECT (arrays[0][0] == (round % 2 ? round + 1 : -1));
      EXPECT (arrays[1][0] == -1 && arrays[2][0] == -1);
      EXPECT (!is_here ());
    }
}

/* There are more references: the dynamic ones of a routine, or a structured
   one.  */
static void
counted (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      enter_and_add (1, round);
      acc_copyin (arrays[0], sizeof (arrays[0]));
      acc_leave (1, FROM);
      EXPECT (is_here () && arrays[0][0] == -1);
      acc_leave (1, FROM);
      EXPECT (!is_here () && arrays[0][0] == round + 1);
      enter_and_add (1, round);
      clause (TOFROM, arrays[0], sizeof (arrays[0]));
      GOACC_data_start (NO_FLAGS, clauses, hosts, sizes, kinds);
      clauses = 0;
      acc_leave (1, FROM);
      EXPECT (is_here () && arrays[0][0] == -1);
      GOACC_data_end ();
      EXPECT (!is_here () && arrays[0][0] == round + 1);
    }
}

/* Exit data of what enter data did not map: of a part, of nothing, of data that
   OpenMP has mapped.  */
static void
of_others (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      enter_and_add (1, round);
      acc_leave (1, FROM);
      acc_leave (1, FROM);
      EXPECT (!is_here () && arrays[0][0] == round + 1);
      clause (TO, arrays[0], sizeof (arrays[0]));
      enter ();
      acc_leave (1, FROM);
      EXPECT (is_here ());
      clause (FROM, arrays[0], sizeof (arrays[0]));
      leave ();
      enter_and_add (1, round);
      acc_copyout (arrays[0], sizeof (arrays[0][0]));
      EXPECT (!is_here () && arrays[0][0] == round + 1);
    }
}

int
main (void)
{
  make_acc_devices (run_compute);
  for (device = 0; device < 2; device++)
    {
      acc_set_device_num (device, EMULATED);
      RUN (one);
      RUN (several);
      RUN (deleted);
      RUN (counted);
      RUN (of_others);
    }
  return check_done ();
}
