/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructs that are executed again and again (offload/construct/plan.c): the
   plan gives the results of the first execution, whatever the program does in
   between.  */

#define REGIONS(X) X (add) X (nest) X (spy) X (is_nothing) X (give_up)
#include "target.h"

#include "offload/construct/plan.h"

extern int omp_target_is_present (const void *host, int number);

#define ROUNDS 6 /* the second makes the plan */
#define ALIKE 20 /* more than a plan that does not apply is looked for */
#define LENGTH 4

struct data
{
  int in[LENGTH], out[LENGTH], both[LENGTH], scratch[LENGTH];
};
static struct data data;
static const int constant[LENGTH] = { 1, 2, 3, 4 };
static int round_now;

/* The region of `launch': OUT, BOTH from IN, a value and a private copy.  */
static void
add (void **slots)
{
  const int *in = real (slots[0]), *private = real (slots[5]);
  int *out = real (slots[1]), *both = real (slots[2]);
  int *scratch = real (slots[3]);
  for (int i = 0; i < LENGTH; i++)
    {
      scratch[i] = in[i] + (int)(intptr_t)slots[4] + *private;
      out[i] = scratch[i];
      both[i] += scratch[i];
    }
}

static int private;

static void
add_clauses (int value)
{
  clause (TO, data.in, sizeof (data.in));
  clause (FROM, data.out, sizeof (data.out));
  clause (TOFROM, data.both, sizeof (data.both));
  clause (ALLOC, data.scratch, sizeof (data.scratch));
  clause (VALUE, (void *)(intptr_t)value, 0);
  clause (FIRSTPRIVATE, &private, sizeof (private));
}

static void
launch (int round)
{
  for (int i = 0; i < LENGTH; i++)
    data.in[i] = data.both[i] = 10 * round + i;
  private = 7 * round;
  add_clauses (round);
  target (host_add);
  for (int i = 0; i < LENGTH; i++)
    {
      EXPECT (data.out[i] == 18 * round + i);
      EXPECT (data.both[i] == 28 * round + 2 * i);
    }
  EXPECT (!omp_target_is_present (data.in, device));
  EXPECT (!omp_target_is_present (data.out, device));
}

static int
count_plans (void)
{
  struct gomp_plan_keys *keys = gomp_device_if_ready (device)->plans;
  int count = 0;
  for (int i = 0; keys != NULL && i < GOMP_PLANS; i++)
    count += keys->key[i] != 0;
  return count;
}

static void
again (void)
{
  for (int round = 1; round <= ROUNDS; round++)
    {
      forget_calls ();
      launch (round);
      if (round > 2)
        EXPECT (calls.allocs == 0 && calls.frees == 0);
    }
  EXPECT (count_plans () > 0);
}

/* The same data are mapped around the region, in part or as a whole.  */
static void
partly_present (void)
{
  for (int round = 1; round <= ROUNDS; round++)
    {
      launch (round);
      for (int i = 0; i < LENGTH; i++)
        data.both[i] = i;
      clause (TO, data.both, sizeof (data.both));
      enter ();
      add_clauses (round);
      target (host_add);
      EXPECT (data.both[1] == 1);
      EXPECT (data.out[1] == 18 * round + 1);
      clause (FROM, data.both, sizeof (data.both));
      leave ();
      EXPECT (data.both[1] == 18 * round + 2);
    }
}

/* The plan of a construct follows when data become present for good.  */
static void
soon_present (void)
{
  for (int round = 1; round <= ROUNDS; round++)
    launch (round);
  int count = count_plans ();
  clause (TO, data.both, sizeof (data.both));
  enter ();
  for (int round = 0; round < ALIKE; round++)
    {
      data.both[1] = -1;
      add_clauses (round);
      target (host_add);
      EXPECT (data.both[1] == -1);
      EXPECT (data.out[1] == data.in[1] + round + private);
    }
  EXPECT (count_plans () == count);
  clause (FROM, data.both, sizeof (data.both));
  leave ();
  EXPECT (data.both[1]
          == 28 * ROUNDS + 2 + ALIKE * (data.in[1] + private)
                 + ALIKE * (ALIKE - 1) / 2);
  for (int round = 1; round <= ROUNDS; round++)
    launch (round);
  EXPECT (count_plans () == count);
}

/* ---- Data that are present.  */

static int present[2][LENGTH];

static void
present_clauses (void)
{
  clause (TOFROM, present[0], sizeof (present[0]));
  clause (TO, present[1], sizeof (present[1]));
}

static void
enter_present (int value)
{
  present[0][0] = value;
  present[1][0] = 100 * value;
  present_clauses ();
  enter ();
}

static void
leave_present (int value)
{
  clause (FROM, present[0], sizeof (present[0]));
  clause (FROM, present[1], sizeof (present[1]));
  leave ();
  EXPECT (present[0][0] == value);
  EXPECT (!omp_target_is_present (present[0], device));
}

/* The region of the clauses adds the second array to the first.  It then gives
   up the reference of enter data by a clause of this kind, if it is not 0.  */
static int gives_up;

static void
give_up (void **slots)
{
  int *sum = real (slots[0]);
  const int *other = real (slots[1]);
  sum[0] += other[0];
  if (gives_up == 0)
    return;
  clause (gives_up, present[0], sizeof (present[0]));
  leave ();
}

static void
launch_present (void)
{
  present_clauses ();
  target (host_give_up);
}

/* Only the slots are copied, and only to a device whose memory the host does
   not see; once there, they stay.  */
static void
all_present (void)
{
  enter_present (1);
  for (int round = 0; round < ROUNDS; round++)
    {
      forget_calls ();
      launch_present ();
      if (round > 2)
        EXPECT (calls.writes == 0 && calls.allocs == 0);
      EXPECT (calls.reads == 0);
    }
  leave_present (1 + 100 * ROUNDS);
}

/* The same data get another place on the device, or are not there.  */
static void
moved (void)
{
  static int before[2][LENGTH];
  for (int round = 0; round < 4 * ROUNDS; round++)
    {
      int other = round % 4 / 2;
      clause (TO, before[other], sizeof (before[other]));
      if (round % 2)
        enter ();
      else
        clauses = 0;
      enter_present (round);
      launch_present ();
      launch_present ();
      leave_present (201 * round);
      clause (FROM, before[other], sizeof (before[other]));
      if (round % 2)
        leave ();
      else
        clauses = 0;
      present[0][0] = 1;
      present[1][0] = 2;
      launch_present ();
      EXPECT (present[0][0] == 3);
    }
}

/* A larger mapping has both arrays, or parts of them overlap.  */
static void
together (void)
{
  enter_present (1);
  for (int round = 0; round < ROUNDS; round++)
    launch_present ();
  leave_present (1 + 100 * ROUNDS);
  clause (TO, present, sizeof (present));
  enter ();
  for (int round = 0; round < ROUNDS; round++)
    launch_present ();
  clause (FROM, present, sizeof (present));
  leave ();
  EXPECT (present[0][0] == 1 + 200 * ROUNDS);
  EXPECT (!omp_target_is_present (present[1], device));
}

/* The construct's own reference becomes the last one, so it copies back; or the
   mapping is deleted meanwhile.  */
static void
given_up (void)
{
  for (int round = 0; round < 2 * ROUNDS; round++)
    {
      bool deletes = round % 2 == 1;
      enter_present (1);
      for (int i = 1; i < ROUNDS; i++)
        launch_present ();
      gives_up = deletes ? DELETE : RELEASE;
      launch_present ();
      gives_up = 0;
      EXPECT (!omp_target_is_present (present[0], device));
      EXPECT (present[0][0] == (deletes ? 1 : 1 + 100 * ROUNDS));
      clause (FROM, present[1], sizeof (present[1]));
      leave ();
    }
}

/* A region during which another one has the same clauses, and one that leaves
   data mapped.  */
static void
nest (void **slots)
{
  int *both = real (slots[2]);
  both[0]++;
  if (round_now % 2)
    {
      clause (TO, data.both, sizeof (data.both));
      enter ();
    }
  add_clauses (0);
  target (host_is_nothing);
  EXPECT (omp_target_is_present (data.both, device));
}

static void
is_nothing (void **slots)
{
  EXPECT (slots[0] != NULL);
}

static void
outlived (void)
{
  for (round_now = 0; round_now < 2 * ROUNDS; round_now++)
    {
      data.both[0] = round_now;
      add_clauses (0);
      target (host_nest);
      EXPECT (data.both[0] == round_now + 1 - round_now % 2);
      if (round_now % 2 == 0)
        continue;
      clause (FROM, data.both, sizeof (data.both));
      leave ();
      EXPECT (data.both[0] == round_now + 1);
      EXPECT (!omp_target_is_present (data.both, device));
    }
}

static void
data_regions (void)
{
  static int array[LENGTH];
  for (int round = 0; round < ROUNDS; round++)
    {
      array[1] = round;
      clause (TOFROM, array, sizeof (array));
      GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
      clauses = 0;
      array[1] = -1;
      GOMP_target_end_data ();
      EXPECT (array[1] == round);
    }
}

static void
enter_and_exit (void)
{
  static int array[LENGTH];
  for (int round = 0; round < ROUNDS; round++)
    {
      array[2] = round;
      clause (TO, array, sizeof (array));
      enter ();
      array[2] = -1;
      clause (TO, array, sizeof (array));
      enter ();
      clause (FROM, array, sizeof (array));
      leave ();
      EXPECT (array[2] == -1);
      clause (FROM, array, sizeof (array));
      leave ();
      EXPECT (array[2] == round);
      EXPECT (!omp_target_is_present (array, device));
    }
}

/* The host cannot write constants, and the region has not.  */
static void
constants (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      clause (IMPLICIT_TOFROM, (void *)(uintptr_t)constant, sizeof (constant));
      target (host_is_nothing);
      clause (IMPLICIT_TOFROM, (void *)(uintptr_t)constant, sizeof (constant));
      clause (TOFROM, data.both, sizeof (data.both));
      target (host_is_nothing);
    }
}

/* More constructs than plans.  */
static void
many (void)
{
  static int array[4 * GOMP_PLANS][LENGTH];
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < 4 * GOMP_PLANS; k++)
      for (int twice = 0; twice < 2; twice++)
        {
          array[k][0] = k;
          clause (TOFROM, array[k], sizeof (array[k]));
          clause (TOFROM, array[(k + 1) % (4 * GOMP_PLANS)], 8);
          target (host_is_nothing);
          EXPECT (array[k][0] == k);
        }
}

/* ---- Other threads, from here on for good.  */

static void *
map_both (void *result)
{
  int *both = result;
  clause (TOFROM, data.both, sizeof (data.both));
  target (host_is_nothing);
  both[0] = data.both[0];
  return NULL;
}

/* The first time, another thread maps the data during the region.  */
static void
spy (void **slots)
{
  int *both = real (slots[2]), seen = -1;
  both[0] = 100 + round_now;
  pthread_t thread;
  EXPECT (pthread_create (&thread, NULL, map_both, &seen) == 0);
  EXPECT (pthread_join (thread, NULL) == 0);
  EXPECT (seen == round_now);
}

static void
second_thread (void)
{
  for (round_now = 0; round_now < ROUNDS; round_now++)
    {
      data.both[0] = round_now;
      add_clauses (0);
      target (round_now < 3 ? host_is_nothing : host_spy);
      EXPECT (data.both[0] == (round_now < 3 ? 0 : 100) + round_now);
      EXPECT (!omp_target_is_present (data.both, device));
    }
  for (int round = 0; round < ROUNDS; round++)
    launch (round);
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (again);
      RUN (partly_present);
      RUN (soon_present);
      RUN (all_present);
      RUN (moved);
      RUN (together);
      RUN (given_up);
      RUN (outlived);
      RUN (data_regions);
      RUN (enter_and_exit);
      RUN (constants);
      RUN (many);
      RUN (again);
      RUN (second_thread);
    }
  return check_done ();
}
