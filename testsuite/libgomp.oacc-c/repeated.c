/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Constructs that are executed again and again with the same variables, which
   the library prepares for: each execution is like the first one, whatever
   happens in between.  */

#include "check.h"

#include <stdlib.h>

#define N 20
#define ROUNDS 8

struct list
{
  int n;
  int *data;
};

static int a[N], b[N], sum;

static void
set_all (int *array, int value)
{
  for (int i = 0; i < N; i++)
    array[i] = value;
}

static void
expect (const int *array, int value)
{
  for (int i = 0; i < N; i++)
    CHECK (array[i] == value);
}

static void
add (int value)
{
#pragma acc parallel loop copy(a) copyin(b) reduction(+ : sum)
  for (int i = 0; i < N; i++)
    {
      a[i] += b[i] + value;
      sum += a[i];
    }
}

static void
regions (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      set_all (a, round);
      set_all (b, 10 * round);
      sum = round;
      add (3);
      expect (a, 11 * round + 3);
      CHECK (sum == round + N * (11 * round + 3));
      CHECK (is_shared () || !acc_is_present (a, sizeof (a)));
    }
}

/* The variables are present, all or one, in every second round.  */
static void
sometimes_present (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      set_all (a, 1);
      set_all (b, 2);
      if (round % 2)
        acc_copyin (a, sizeof (a));
      if (round % 4 == 3)
        acc_copyin (b, sizeof (b));
      set_all (b, 5);
      if (round % 4 == 3)
        acc_update_device (b, sizeof (b));
      add (0);
      CHECK (is_shared () || acc_is_present (a, sizeof (a)) == round % 2);
      if (round % 4 == 3)
        acc_delete (b, sizeof (b));
      if (round % 2)
        acc_copyout (a, sizeof (a));
      expect (a, 6);
    }
}

/* What a data region maps outlives it in every second round.  */
static void
outlived (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      set_all (a, round);
#pragma acc data copy(a)
      {
        if (round % 2)
          acc_create (a, sizeof (a));
#pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
          a[i]++;
#pragma acc update self(a [0:1])
        CHECK (a[0] == round + 1);
        set_all (a, is_shared () ? round + 1 : -1);
      }
      if (round % 2)
        acc_copyout (a, sizeof (a));
      expect (a, round + 1);
    }
}

/* A block of the same address each time, as a rule, and a pointer to it.  */
static void
allocated_anew (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      int *data = malloc (N * sizeof (int));
      struct list list = { N, data };
      set_all (data, round);
#pragma acc data copy(data [0:N]) copyin(list)
      {
        acc_attach ((void **)&list.data);
#pragma acc parallel loop present(list)
        for (int i = 0; i < list.n; i++)
          list.data[i] += i;
        acc_detach ((void **)&list.data);
      }
      for (int i = 0; i < N; i++)
        CHECK (data[i] == round + i);
      free (data);
    }
}

static void
enter_and_exit (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      set_all (a, round);
      set_all (b, -round);
#pragma acc enter data copyin(a, b)
#pragma acc enter data copyin(a)
#pragma acc parallel loop present(a, b)
      for (int i = 0; i < N; i++)
        a[i] += b[i] + 9;
#pragma acc exit data copyout(a)
      CHECK (acc_is_present (a, sizeof (a)));
#pragma acc exit data copyout(a) delete (b)
      expect (a, 9);
      CHECK (is_shared () || !acc_is_present (b, sizeof (b)));
    }
}

int
main (void)
{
  for (int start = 0; start < 3; start++)
    {
      acc_init (acc_device_default);
      regions ();
      sometimes_present ();
      outlived ();
      allocated_anew ();
      enter_and_exit ();
      regions ();
      acc_shutdown (acc_device_default);
    }
  return 0;
}
