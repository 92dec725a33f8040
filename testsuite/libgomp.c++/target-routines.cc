// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
// { dg-skip-stock "some routines are from GCC 13 on" }
// From C++, rule by rule: the routines on device memory, with arguments that
// they refuse; default devices; what a region on the host sees; the order of
// target tasks.

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <omp.h>
#include <vector>

#include "../libgomp.c/target-check.h"
#include "../libgomp.c/target-limits.h"

static const int n = 16;
static int device, host, where; // WHERE: of memory, the host if it is shared
static bool separate;

// ---- Memory.

static std::vector<int>
numbers ()
{
  std::vector<int> v (n);
  for (int i = 0; i < n; i++)
    v[i] = i;
  return v;
}

static void
copies ()
{
  const std::vector<int> v = numbers ();
  std::vector<int> back (n, -1);
  const std::size_t size = n * sizeof (int), word = sizeof (int);
  void *there = omp_target_alloc (size, where);
  CHECK (omp_target_memcpy (there, v.data (), size, 0, 0, where, host) == 0);
  CHECK (omp_target_memcpy (there, v.data (), 2 * word, 3 * word, 5 * word,
                            where, host)
         == 0);
  CHECK (omp_target_memcpy (back.data (), there, 4 * word, word, 2 * word, host,
                            where)
         == 0);
  CHECK (back[0] == -1 && back[1] == 2 && back[2] == 5 && back[3] == 6
         && back[4] == 5 && back[5] == -1);
  CHECK (omp_target_memcpy (there, v.data (), size, 0, 0, host + 5, host)
         == EINVAL);
  CHECK (omp_target_memcpy (nullptr, v.data (), size, 0, 0, where, host)
         == EINVAL);
  CHECK (omp_target_memcpy_async (there, v.data (), size, 0, 0, host + 5, host,
                                  0, nullptr)
         == EINVAL);
  omp_target_free (there, where);
  CHECK (omp_target_alloc (size, host + 5) == nullptr);
}

static void
rectangles ()
{
  const std::vector<int> v = numbers ();
  std::vector<int> back (n, -1);
  const std::size_t volume[2] = { 2, 2 }, dims[2] = { 4, 4 };
  const std::size_t here[2] = { 1, 2 }, zero[2] = { 0, 0 };
  const std::size_t size = n * sizeof (int), word = sizeof (int);
  void *there = omp_target_alloc (size, where);
  CHECK (omp_target_memcpy (there, v.data (), size, 0, 0, where, host) == 0);
  CHECK (omp_target_memcpy_rect (there, v.data (), word, 2, volume, zero, here,
                                 dims, dims, where, host)
         == 0);
  CHECK (omp_target_memcpy_rect (back.data (), there, word, 2, volume, here,
                                 zero, dims, dims, host, where)
         == 0);
  for (int i = 0; i < n; i++)
    CHECK (back[i] == (i == 6 || i == 7 || i == 10 || i == 11 ? i : -1));
  CHECK (omp_target_memcpy_rect (nullptr, nullptr, word, 2, volume, zero, zero,
                                 dims, dims, host, where)
         == INT_MAX);
  CHECK (omp_target_memcpy_rect (back.data (), there, word, 0, volume, zero,
                                 zero, dims, dims, host, where)
         == EINVAL);
  CHECK (omp_target_memcpy_rect (back.data (), there, word, 2, volume, zero,
                                 zero, dims, dims, host, host + 5)
         == EINVAL);
  omp_target_free (there, where);
}

static void
questions ()
{
  std::vector<int> v = numbers ();
  int *p = v.data ();
  CHECK (omp_get_num_devices () == host && device < host + !separate);
  CHECK (omp_target_is_present (p, host));
  CHECK (omp_target_is_present (p, device) == !separate);
  CHECK (!omp_target_is_present (p, host + 5));
  CHECK (omp_get_mapped_ptr (p, host) == p);
  CHECK (omp_get_mapped_ptr (p, device) == (separate ? nullptr : p));
  CHECK (omp_target_is_accessible (p, n, host));
  CHECK (!omp_target_is_accessible (p, n, device) == separate);
#pragma omp target enter data map(to : p[:n])
  CHECK (omp_target_is_present (p, device));
  CHECK (omp_target_is_present (p + n - 1, device));
  CHECK (omp_target_is_present (p + n, device) == !separate);
  int *copy = static_cast<int *> (omp_get_mapped_ptr (p + 3, device)), third;
  CHECK (omp_target_memcpy (&third, copy, sizeof third, 0, 0, host, where) == 0
         && third == 3);
#pragma omp target exit data map(delete : p[:n])
}

static void
associations ()
{
  std::vector<int> v = numbers ();
  int *p = v.data (), seen = 0;
  const std::size_t size = n * sizeof (int), half = size / 2;
  void *there = omp_target_alloc (size, where);
  CHECK (omp_target_associate_ptr (p, there, half, half, host) == EINVAL);
  if (separate)
    {
      CHECK (omp_target_memcpy (there, p, size, 0, 0, device, host) == 0);
      CHECK (omp_target_associate_ptr (p, there, half, half, device) == 0);
      CHECK (omp_target_associate_ptr (p, there, half, half, device) == 0);
      CHECK (omp_target_associate_ptr (p, there, half, 0, device) == EINVAL);
#pragma omp target exit data map(delete : p[:n / 2])
#pragma omp target exit data map(release : p[:n / 2])
      CHECK (omp_target_is_present (p, device));
#pragma omp target map(tofrom : p[:n / 2]) map(from : seen)
      seen = p[1];
      CHECK (seen == n / 2 + 1 && omp_target_is_present (p, device));
      CHECK (omp_target_disassociate_ptr (p + 1, device) == EINVAL);
      CHECK (omp_target_disassociate_ptr (p, device) == 0);
      CHECK (!omp_target_is_present (p, device));
      CHECK (omp_target_disassociate_ptr (p, device) == EINVAL);
#pragma omp target enter data map(to : p[:n])
      CHECK (omp_target_disassociate_ptr (p, device) == EINVAL);
#pragma omp target exit data map(delete : p[:n])
    }
  omp_target_free (there, where);
}

static void
updates ()
{
  int a = 1, b = 2, absent = 3;
#pragma omp target enter data map(to : a, b)
  a = 10;
  b = 20;
#pragma omp target update to(a, b)
#pragma omp target update to(absent)
#pragma omp target update from(absent)
#pragma omp target map(alloc : a, b)
  {
    a++;
    b++;
  }
#pragma omp target update from(a, b)
  CHECK (a == 11 && b == 21 && absent == 3);
#pragma omp target exit data map(delete : a, b)
}

// A copy waits for the tasks that its objects name.
static void
ordered_copies ()
{
  int value = 1, back = 0, x = 0;
  int *there = static_cast<int *> (omp_target_alloc (sizeof value, where));
  omp_depend_t order;
#pragma omp depobj(order) depend(inout : x)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task depend(out : x) detach(event)
    {
    }
    CHECK (omp_target_memcpy_async (there, &value, sizeof value, 0, 0, where,
                                    host, 1, &order)
           == 0);
    const std::size_t volume = 1, zero = 0, dims = 1;
    CHECK (omp_target_memcpy_rect_async (&back, there, sizeof value, 1, &volume,
                                         &zero, &zero, &dims, &dims, host,
                                         where, 1, &order)
           == 0);
    for (int i = 0; i < 100; i++)
      {
#pragma omp taskyield
      }
#pragma omp atomic write
    value = 2;
    omp_fulfill_event (event);
#pragma omp taskwait
    CHECK (back == 2);
  }
#pragma omp depobj(order) destroy
  omp_target_free (there, where);
}

// ---- Where regions run.

static void
default_device ()
{
  int number = -1, old = omp_get_default_device ();
  if (separate)
    for (int i = 0; i < host; i++)
      {
        omp_set_default_device (i);
#pragma omp target map(from : number)
        number = omp_get_device_num ();
        CHECK (number == i && omp_get_device_num () == host);
      }
  omp_set_default_device (old);
}

// On the host, a region is an initial thread's, and its privates are copies.
static void
on_the_host ()
{
  int array[n] = { 1 }, level = -1, threads = -1, seen = -1, initial = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp target if (false) firstprivate(array)                              \
    map(from                                                                   \
        : level, threads, seen, initial)
  {
    array[0]++;
    seen = array[0];
    level = omp_get_level ();
    threads = omp_get_num_threads ();
    initial = omp_is_initial_device () && omp_get_device_num () == host;
  }
  CHECK (level == 0 && threads == 1 && initial);
  CHECK (seen == 2 && array[0] == 1);
}

// ---- Tasks.

static void
waits_for_tasks ()
{
  int x = 0, seen = -1;
  bool go = false;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x, go)
    {
      bool gone = false;
      while (!gone)
        {
#pragma omp atomic read
          gone = go;
#pragma omp taskyield
        }
      x = 1;
    }
#pragma omp task shared(go)
    {
#pragma omp atomic write
      go = true;
    }
#pragma omp target depend(inout : x) map(tofrom : x)
    x += 10;
#pragma omp taskwait
  }
  CHECK (x == 11);
  seen = x;
  CHECK (seen == 11);
}

// What is firstprivate has the value of when the construct was met.
static void
keeps_values ()
{
  int order = 0, given = 5, seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    bool go = !separate; // The host does not defer it.
#pragma omp task depend(out : order) shared(go)
    {
      bool gone = false;
      while (!gone)
        {
#pragma omp atomic read
          gone = go;
#pragma omp taskyield
        }
    }
    int array[n] = { given };
#pragma omp target nowait depend(in                                            \
                                 : order) firstprivate(array) map(tofrom       \
                                                                  : seen)
    seen += array[0];
    array[0] = 7;
#pragma omp atomic write
    go = true;
#pragma omp taskwait
  }
  CHECK (seen == 5);
}

// The thread that meets a construct with nowait goes on.
static void
goes_on ()
{
  if (!separate)
    return;
  int *flag = static_cast<int *> (omp_target_alloc (sizeof (int), device));
  int value = 0, seen = 0;
  omp_target_memcpy (flag, &value, sizeof value, 0, 0, device, host);
#pragma omp target nowait is_device_ptr(flag) map(from : seen)
  {
    do
      {
#pragma omp atomic read
        seen = *flag;
      }
    while (seen == 0);
  }
  value = 9;
  omp_target_memcpy (flag, &value, sizeof value, 0, 0, device, host);
#pragma omp taskwait
  CHECK (seen == 9);
  omp_target_free (flag, device);
}

static void
data_tasks ()
{
  int x = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 2;
#pragma omp target enter data nowait map(to : x) depend(inout : x)
#pragma omp task depend(inout : x) shared(x)
    x = 3;
#pragma omp target update nowait to(x) depend(inout : x)
#pragma omp target nowait map(alloc : x) depend(inout : x)
    x++;
#pragma omp target exit data nowait map(from : x) depend(inout : x)
#pragma omp taskwait
    CHECK (x == 4 && (!separate || !omp_target_is_present (&x, device)));
    bool kept = false;
#pragma omp task depend(out : x) shared(x)
    x = 6;
#pragma omp target enter data nowait map(to : x) depend(inout : x)
#pragma omp task depend(inout : x) shared(kept, x)
    kept = omp_target_is_present (&x, device);
#pragma omp target exit data nowait map(delete : x) depend(inout : x)
#pragma omp taskwait
    CHECK (kept);
  }
}

int
main ()
{
  host = omp_get_initial_device ();
  device = omp_get_default_device ();
  separate = memory_is_separate (device);
  where = separate ? device : host;
  copies ();
  rectangles ();
  questions ();
  associations ();
  updates ();
  ordered_copies ();
  default_device ();
  on_the_host ();
  check_limits (true, 3);
  check_limits (false, 5);
  waits_for_tasks ();
  keeps_values ();
  goes_on ();
  data_tasks ();
}
