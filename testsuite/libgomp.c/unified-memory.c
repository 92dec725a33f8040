/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -DOFFLOAD_EMUL_SHARED" } */
/* { dg-additional-options "-Wno-unknown-pragmas" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-skip-stock "its devices have memory of their own" } */
/* A device that shares the host's memory: regions find all data where the host
   has it, without a map, and the routines say so.  */

#include <stdlib.h>
#include <string.h>

#include "unified.h"

struct node
{
  struct node *next;
  int value;
};

/* Heap, through pointers that only the host has stored.  */
static void
follow_a_list (int device)
{
  struct node *list = NULL;
  int sum = 0;
  for (int i = 1; i <= 100; i++)
    {
      struct node *n = malloc (sizeof *n);
      *n = (struct node){ list, i };
      list = n;
    }
#pragma omp target device(device) map(tofrom : sum)
  for (struct node *n = list; n != NULL; n = n->next)
    {
      sum += n->value;
      n->value = -n->value;
    }
  CHECK (sum == 5050);
  while (list != NULL)
    {
      struct node *next = list->next;
      sum += list->value;
      free (list);
      list = next;
    }
  CHECK (sum == 0);
}

/* The stack, and a variable that is not in declare target.  */
static int hidden = 20;

static void
reach_variables (int device)
{
  int local = 4, array[8] = { 0 };
  int *p = &local, *q = array + 2, *h = &hidden;
#pragma omp target device(device)
  {
    *p += 3;
    q[1] = *h;
    *h += 1;
  }
  CHECK (local == 7);
  CHECK (array[3] >= 20 && hidden == array[3] + 1);
}

/* Blocks that one side allocates and the other one frees.  */
static void
exchange_blocks (int device)
{
  char *text = NULL, *old = malloc (100);
  strcpy (old, "host");
#pragma omp target device(device) map(tofrom : text)
  {
    text = malloc (100);
    strcpy (text, old);
    strcat (text, " and device");
    free (old);
  }
  CHECK (strcmp (text, "host and device") == 0);
  free (text);
}

/* One copy of each variable of declare target, static or not.  */
#pragma omp declare target
int visible = 5;
static int quiet = 6;
static const int *const table[] = { &visible, &quiet };

/* In clang's images static variables of functions are the device's own.  */
#ifdef __clang__
static int calls;
#endif

int
count_calls (void)
{
#ifndef __clang__
  static int calls;
#endif
  return ++calls;
}
#pragma omp end declare target
int linked = 7;
#pragma omp declare target link(linked)

static void
share_declared (int device)
{
  int visible_before = ++visible, quiet_before = ++quiet;
  int linked_before = ++linked, calls = count_calls (), more = 0;
#pragma omp target device(device) map(linked) map(from : more)
  {
    visible += 10;
    quiet += 20;
    linked += 30;
    more = count_calls () + *table[0] + *table[1];
  }
  CHECK (visible == visible_before + 10);
  CHECK (quiet == quiet_before + 20);
  CHECK (linked == linked_before + 30);
  CHECK (more == calls + 1 + visible + quiet);
  CHECK (count_calls () == calls + 2);
#pragma omp target update to(visible) device(device)
#ifndef __clang__ /* refuses that: the variable is static */
#  pragma omp target update from(quiet) device(device)
#endif
  CHECK (visible == visible_before + 10 && quiet == quiet_before + 20);
}

/* A pointer to a function of the host leads to code that a region can run.  */
static int
twice (int x)
{
  return 2 * x;
}

static void
call_back (int device)
{
  int (*function) (int) = twice;
  int result = 0;
#pragma omp target device(device) map(from : result)
  result = function (21);
  CHECK (result == 42);
}

/* What is private to a region stays so.  */
static void
keep_privates (int device)
{
  int first = 3, array[4] = { 1, 2, 3, 4 }, seen = 0;
#pragma omp target device(device) firstprivate(first, array) map(from : seen)
  {
    first += 1;
    array[2] += first;
    seen = array[2];
  }
  CHECK (first == 3 && array[2] == 3 && seen == 7);
}

/* Data directives change nothing, and need not be there.  */
static void
use_directives (int device)
{
  int a[10] = { 0 }, *p = a;
#pragma omp target enter data map(to : a) device(device)
#pragma omp target device(device)
  p[1] = 1;
  CHECK (a[1] == 1);
#pragma omp target update from(a) device(device)
#pragma omp target exit data map(release : a) device(device)
#pragma omp target data map(to : a) use_device_addr(a) device(device)
  {
    CHECK (a == p);
#pragma omp target has_device_addr(a) device(device)
    a[2] = 2;
  }
#pragma omp target data map(to : p[0 : 10]) use_device_ptr(p) device(device)
#pragma omp target is_device_ptr(p) device(device)
  p[3] = 3;
  CHECK (a[1] == 1 && a[2] == 2 && a[3] == 3);
}

static void
ask_routines (int device)
{
  int host = omp_get_initial_device (), x[4] = { 1, 2, 3, 4 };
  CHECK (omp_target_is_present (x, device));
  CHECK (omp_target_is_accessible (x, sizeof x, device));
  CHECK (omp_get_mapped_ptr (x, device) == x);
  int *p = omp_target_alloc (sizeof x, device);
  CHECK (p != NULL);
  p[0] = 17;
  CHECK (!omp_target_memcpy (p, x, 8, 4, 8, device, host));
  CHECK (p[0] == 17 && p[1] == 3 && p[2] == 4);
#pragma omp target device(device) is_device_ptr(p)
  p[3] = p[0] + p[1];
  CHECK (p[3] == 20);
  CHECK (!omp_target_memcpy_async (x, p, sizeof x, 0, 0, host, device, 0,
                                   NULL));
#pragma omp taskwait
  CHECK (x[0] == 17 && x[3] == 20);
  omp_target_free (p, device);
}

/* Teams and parallel regions; each thread knows where it is.  */
static void
work_together (int device)
{
  enum { N = 1000 };
  int *count = calloc (N, sizeof *count), wrong = 0;
#pragma omp target teams distribute parallel for device(device)               \
    num_teams(3) map(tofrom : wrong) reduction(+ : wrong)
  for (int i = 0; i < N; i++)
    {
      count[i]++;
      wrong += omp_get_device_num () != device || omp_is_initial_device ();
    }
  for (int i = 0; i < N; i++)
    CHECK (count[i] == 1);
  CHECK (wrong == 0);
  CHECK (omp_is_initial_device ());
  CHECK (omp_get_device_num () == omp_get_num_devices ());
  free (count);
}

int
main (void)
{
  int devices = shared_devices ();
  for (int device = 0; device < devices; device++)
    {
      follow_a_list (device);
      reach_variables (device);
      exchange_blocks (device);
      share_declared (device);
      call_back (device);
      keep_privates (device);
      use_directives (device);
      ask_routines (device);
      work_together (device);
    }
  return 0;
}
