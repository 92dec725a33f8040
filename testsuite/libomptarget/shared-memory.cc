/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-additional-options "-Wno-unknown-pragmas" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-skip-stock "its requirement of shared memory is the host's version" } */
/* A program that requires shared memory: its variables, those of its classes
   included, are one on both sides, and regions use all data where it is.  */

#pragma omp requires unified_shared_memory

#include <omp.h>

#include <cstdio>
#include <cstdlib>
#include <list>

#include "../libgomp.c/check.h"

static int made, gone;

struct counted
{
  int value;
  explicit counted (int v) : value (v) { made++; }
  ~counted () { gone++; }
  virtual int
  twice () const
  {
    return 2 * value;
  }
};

struct negative : counted
{
  explicit negative (int v) : counted (v) {}
  int
  twice () const override
  {
    return -2 * value;
  }
};

#pragma omp begin declare target
counted object (3);
int visible = 1;
static int quiet = 2;
extern int table[3];
int table[3] = { 1, 2, 3 };
#pragma omp end declare target

int linked = 4;
#pragma omp declare target link(linked)

static int
next (int x)
{
  return x + 1;
}

static void
use_variables (int device)
{
  int before = visible, initial = 1;
#pragma omp target device(device) map(from : initial)
  {
    initial = omp_is_initial_device ();
    visible += quiet;
    quiet++;
    linked += table[1];
    table[2] = object.value;
    object.value++;
  }
  CHECK (!initial);
  CHECK (visible == before + quiet - 1 && table[2] == object.value - 1);
}

static void
use_heap (int device)
{
  std::list<int> numbers { 1, 2, 3 };
  const negative n (7);
  const counted *c = &n;
  int (*call) (int) = next, sum = 0;
  auto *l = &numbers;
  auto add = [&sum, l] (int more) {
    for (int i : *l)
      sum += i + more;
  };
#pragma omp target device(device) map(tofrom : sum)
  {
    add (10);
    l->push_back (call (3));
    sum += c->twice ();
  }
  CHECK (sum == 36 - 14 && numbers.size () == 4 && numbers.back () == 4);
}

static void
run_teams (int device)
{
  int *a = new int[1000](), teams = 0;
#pragma omp target teams distribute parallel for device(device) num_teams(3)   \
    map(tofrom : teams)
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      if (i == 0)
        teams = omp_get_num_teams ();
    }
  for (int i = 0; i < 1000; i++)
    CHECK (a[i] == i);
  CHECK (teams == 3);
  delete[] a;
}

static void
run_later (int device)
{
  int *a = new int[2]();
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait device(device) depend(out : a[0])
    a[0] = 5;
#pragma omp target nowait device(device) depend(in : a[0])
    a[1] = a[0] + 1;
#pragma omp taskwait
  }
  CHECK (a[1] == 6);
  delete[] a;
}

int
main ()
{
  int devices = omp_get_num_devices ();
  const char *policy = getenv ("OMP_TARGET_OFFLOAD");
  CHECK (policy == nullptr || *policy != 'm' || devices == 2);
  for (int device = 0; device < devices; device++)
    {
      use_variables (device);
      use_heap (device);
      run_teams (device);
      run_later (device);
    }
  CHECK (devices == 0
         || (visible == 1 + 2 + 3 && linked == 8 && object.value == 5));
  CHECK (made == 1 + devices && gone == devices);
  return 0;
}
