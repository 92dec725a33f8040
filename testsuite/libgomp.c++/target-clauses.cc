// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-skip-stock "some routines are from GCC 13 on" }
// The clauses of target constructs, and the routines on device memory, from
// C++: on references, members and containers.

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

static const int n = 16;
static int device, host;
static bool separate;

struct pair
{
  int first;
  int second;
  std::vector<int> list;
};

static int linked[4] = { 1, 2, 3, 4 };
#pragma omp declare target link(linked)

static void
map_kinds (int &x)
{
#pragma omp target enter data map(to : x)
  x = 5;
#pragma omp target map(always, to : x)
  x++;
  CHECK (!separate || x == 5); /* { dg-check lost } */
#pragma omp target map(always, from : x)
  x++;
  CHECK (x == 7);
#pragma omp target map(always, tofrom : x)
  x++;
  CHECK (x == 8);
#pragma omp target enter data map(alloc : x)
#pragma omp target exit data map(release : x)
  CHECK (omp_target_is_present (&x, device));
#pragma omp target exit data map(delete : x)
  CHECK (!separate || !omp_target_is_present (&x, device));
}

static void
privates (const int &given)
{
  int mine = 3;
#pragma omp target firstprivate(given) private(mine) map(from : host)
  {
    mine = given;
    host = mine + 1;
  }
  CHECK (host == given + 1 && mine == 3);
  host = omp_get_initial_device ();
  double scalar = 1, array[2] = { 1, 2 };
#pragma omp target defaultmap(tofrom : scalar)                                 \
    defaultmap(firstprivate : aggregate)
  scalar += array[1]++;
  CHECK (scalar == 3 && (!separate || array[1] == 2));
}

static void
device_addresses (std::vector<int> &v)
{
  int *data = v.data ();
#pragma omp target data map(tofrom : data[0 : n])
  {
#pragma omp target data use_device_ptr(data)
#pragma omp target is_device_ptr(data)
    data[1] = 40;
    int &second = data[2];
#pragma omp target data use_device_addr(second)
#pragma omp target has_device_addr(second)
    second = 41;
#pragma omp target update from(data[1 : 2])
    CHECK (data[1] == 40 && data[2] == 41);
    data[3] = 42;
#pragma omp target update to(data[3 : 1])
#pragma omp target map(alloc : data[0 : n])
    data[4] = data[3];
  }
  CHECK (v[4] == 42);
}

static void
members (pair &p)
{
  int *list = p.list.data ();
#pragma omp target data map(tofrom : p.first, p.second) map(to : list[0 : n])
  {
#pragma omp target map(tofrom : p.first, p.second) map(alloc : list[0 : n])
    p.second += p.first + list[n - 1];
  }
  CHECK (p.second == 2 + 1 + n - 1);
}

static void
link ()
{
  int sum = 0;
#pragma omp target map(to : linked) map(tofrom : sum)
  for (int x : linked)
    sum += x;
  CHECK (sum == 10);
}

static void
choices ()
{
  bool there = true;
#pragma omp target if (false) map(from : there)
  there = !omp_is_initial_device ();
  CHECK (!there);
#pragma omp target device(host) map(from : there)
  there = !omp_is_initial_device ();
  CHECK (!there);
  int number = -1, teams = 0, threads = 0;
#pragma omp target device(device) map(from : number)
  number = omp_get_device_num ();
  CHECK (number == device);
#pragma omp target teams num_teams(2) thread_limit(3) map(from : teams, threads)
#pragma omp parallel
  if (omp_get_team_num () == 0 && omp_get_thread_num () == 0)
    {
      teams = omp_get_num_teams ();
      threads = omp_get_num_threads ();
    }
  CHECK (teams >= 1 && teams <= 2 && threads >= 1 && threads <= 3);
}

static void
tasks (std::vector<int> &v)
{
  int *data = v.data ();
  data[0] = 0;
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : data[0 : n]) depend(out : data[0])
    data[0] = 1;
#pragma omp task depend(inout : data[0]) shared(data)
    data[0] *= 10;
#pragma omp target nowait map(tofrom : data[0 : n]) depend(in : data[0])
    data[0]++;
  }
  CHECK (data[0] == 11);
#pragma omp target enter data nowait map(to : data[0 : n]) depend(out : data[0])
#pragma omp target nowait map(alloc : data[0 : n]) depend(inout : data[0])
  data[0]++;
#pragma omp target update nowait from(data[0 : 1]) depend(inout : data[0])
#pragma omp target exit data nowait map(release : data[0 : n])                 \
    depend(inout : data[0])
#pragma omp taskwait
  CHECK (data[0] == 12);
}

static void
routines (std::vector<int> &v)
{
  std::vector<int> back (n);
  int where = separate ? device : host;
  size_t size = n * sizeof (int);
  int *there = static_cast<int *> (omp_target_alloc (size, where));
  CHECK (there != nullptr);
  CHECK (!omp_target_memcpy (there, v.data (), size, 0, 0, where, host));
  size_t volume[2] = { 2, 2 }, zero[2] = { 0, 0 }, dims[2] = { 4, 4 };
  CHECK (!omp_target_memcpy_rect (back.data (), there, sizeof (int), 2, volume,
                                  zero, zero, dims, dims, host, where));
  CHECK (back[5] == v[5] && back[2] == 0);
  CHECK (!omp_target_memcpy_async (back.data (), there, size, 0, 0, host, where,
                                   0, nullptr));
#pragma omp taskwait
  CHECK (back == v);
  CHECK (!omp_target_memcpy_rect_async (there, back.data () + 1, sizeof (int),
                                        2, volume, zero, zero, dims, dims,
                                        where, host, 0, nullptr));
#pragma omp taskwait
  CHECK (!omp_target_memcpy (back.data (), there, size, 0, 0, host, where));
  CHECK (back[0] == v[1] && back[1] == v[2] && back[2] == v[2]);
  CHECK (omp_target_is_accessible (v.data (), size, host));
  CHECK (!omp_target_associate_ptr (v.data (), there, size, 0, device)
         || !separate);
  CHECK (!separate || omp_get_mapped_ptr (v.data (), device) == there);
  CHECK (!omp_target_disassociate_ptr (v.data (), device) || !separate);
  omp_target_free (there, where);
  CHECK (omp_get_num_devices () == host && omp_get_default_device () == device);
}

int
main ()
{
  device = omp_get_default_device ();
  host = omp_get_initial_device ();
  bool on_host = true;
#pragma omp target map(from : on_host)
  on_host = omp_is_initial_device ();
  separate = !on_host;
  std::vector<int> v (n);
  std::iota (v.begin (), v.end (), 0);
  int x = 1;
  map_kinds (x);
  privates (x);
  device_addresses (v);
  pair p = { 1, 2, v };
  p.list[n - 1] = n - 1;
  members (p);
  link ();
  choices ();
  tasks (v);
  routines (v);
}
