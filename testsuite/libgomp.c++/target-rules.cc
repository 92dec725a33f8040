// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// What map types, pointer attachment and counts must not do, from C++: for
// references, members of this, and data that iterators of containers refer to.

#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <vector>

#include "../libgomp.c/check.h"

static const int n = 8;
static const int unseen = 0x5ca1ab1e;
static int device, host;
static bool separate;

// The device's copy of WHAT, as it is.
template <typename type>
static type
copy_of (type &what)
{
  type copy;
  type *there = &what;
#pragma omp target data use_device_ptr(there)
  CHECK (omp_target_memcpy (&copy, there, sizeof copy, 0, 0, host,
                            separate ? device : host)
         == 0);
  return copy; // { dg-check unwritten }
}

static bool
is_gone (const void *what)
{
  return !separate || !omp_target_is_present (what, device);
}

static void
copies (int &x)
{
  x = 1;
#pragma omp target map(to : x)
  x = 2;
  CHECK (x == (separate ? 1 : 2)); // { dg-check lost }

  x = unseen;
#pragma omp target enter data map(alloc : x)
  int seen = copy_of (x);
  CHECK (!separate || seen != unseen);
#pragma omp target exit data map(release : x)

  x = 1;
#pragma omp target enter data map(to : x)
#pragma omp target map(tofrom : x)
  x = 2;
  CHECK (x == (separate ? 1 : 2)); // { dg-check lost }
#pragma omp target enter data map(to : x)
#pragma omp target exit data map(always, from : x)
  CHECK (x == 2 && omp_target_is_present (&x, device));
#pragma omp target map(alloc : x)
  x = 3;
#pragma omp target exit data map(delete : x)
  CHECK (x == (separate ? 2 : 3)); // { dg-check lost }
  CHECK (is_gone (&x));
}

// What stays mapped is not copied back where something else is.
static void
stays (int &x, int y)
{
  x = 1;
#pragma omp target enter data map(to : x)
#pragma omp target map(tofrom : x, y)
  x = y = 2;
  CHECK (x == (separate ? 1 : 2) && y == 2); // { dg-check lost }
#pragma omp target exit data map(from : x)
  CHECK (x == 2);
}

// Implicit, and copied to the device only.
static void
implicit_to (int &x)
{
  int array[n] = { 1, 2, 3 }, sum = 0;
  x = 4;
#pragma omp target defaultmap(to : aggregate) map(from : sum)
  {
    sum = array[1] + array[2] + x;
    array[1] = 9;
  }
  CHECK (sum == 9);
  CHECK (array[1] == (separate ? 2 : 9)); // { dg-check lost }
}

// A constant, which the compiler passes as tofrom, cannot be written.
static const int table[n] = { 3, 1, 4, 1, 5, 9, 2, 6 };

static void
constants (int which)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
  for (int i = which; i < n; i++)
    sum += table[i];
  CHECK (sum == 31);
}

// Implicit: of the whole object, where only a part is mapped.
static void
parts ()
{
  int array[n] = { 0 };
#pragma omp target enter data map(to : array [2:2])
#pragma omp target
  array[2] = 5;
#pragma omp target exit data map(from : array [2:2])
  CHECK (array[2] == 5);
}

static void
counts (std::vector<int> &list, int zero)
{
  int *p = list.data (), *q = &*list.begin ();
#pragma omp target enter data map(to : p[:n], q[:n])
#pragma omp target exit data map(release : p[:n])
  CHECK (is_gone (p));
#pragma omp target enter data map(to : p[:n])
#pragma omp target enter data map(to : p[:n])
#pragma omp target exit data map(release : p[:n], q[:n])
  CHECK (omp_target_is_present (p, device));
#pragma omp target enter data map(to : p[:n])
#pragma omp target exit data map(delete : p[:n])
  CHECK (is_gone (p));
#pragma omp target enter data map(to : p[:n])
#pragma omp target enter data map(to : p[:n])
#pragma omp target exit data map(delete : p[:n]) map(release : zero)
  CHECK (is_gone (p));
#pragma omp target enter data map(to : p[:n])
#pragma omp target enter data map(to : p[:n])
#pragma omp target exit data map(delete : p[:zero])
  CHECK (is_gone (p));
  int array[n] = { 0 };
#pragma omp target enter data map(to : array)
#pragma omp target enter data map(to : array)
#pragma omp target exit data map(delete : array)
  CHECK (is_gone (array));
}

class series
{
  int length;
  int *values;
  int scale;

public:
  explicit series (int *given) : length (n), values (given), scale (1)
  {
#pragma omp target enter data map(to : this[:1])
  }
  ~series (){
// Of GCC 14 on an attachment of null counts as a mapping.
#pragma omp target exit data map(delete : this[:1])
  } series (const series &)
      = delete;
  series &operator= (const series &) = delete;

  void
  attach ()
  {
#pragma omp target enter data map(to : values[:length])
  }
  void
  detach ()
  {
#pragma omp target exit data map(release : values[:length])
  }

  // With the pointer that the constructor's mapping has there.
  int
  at (int i)
  {
    int seen = -1;
    series *self = this;
#pragma omp target map(alloc : self[:1]) map(from : seen)
    seen = self->values == nullptr ? -2 : self->values[i] * self->scale;
    return seen;
  }
  void
  rescale (int factor)
  {
    scale = factor;
    series *self = this;
#pragma omp target update to(self[0])
#pragma omp target update from(self[0])
  }
  int
  while_attached (int i)
  {
    int seen = -1;
#pragma omp target map(tofrom : values[:length]) map(from : seen)
    seen = values[i];
    return seen;
  }
  int *
  pointer ()
  {
    return copy_of (values);
  }
  void
  forget ()
  {
    values = nullptr;
    length = 0;
  }
};

static void
pointers ()
{
  std::vector<int> list (n, 2);
  series s (list.data ());
  list[1] = 3;
  s.attach ();
  s.rescale (10);
  CHECK (s.at (1) == 30);
  s.detach ();
  CHECK (s.pointer () == list.data ());

  CHECK (s.while_attached (1) == 3);
  CHECK (s.pointer () == list.data ());
  s.attach ();
  CHECK (!separate || s.pointer () != list.data ());
  CHECK (s.while_attached (2) == 2);
  CHECK (!separate || s.pointer () != list.data ());
  CHECK (s.at (1) == 30);
  s.detach ();
  CHECK (s.pointer () == list.data ());
}

static void
null_pointers ()
{
  int value = 1;
  series s (&value);
  s.forget ();
  s.attach ();
  CHECK (s.at (0) == -2);
}

static int linked[n];
#pragma omp declare target link(linked)

#pragma omp declare target
static int
sum_linked ()
{
  int sum = 0;
  // By no reference: GCC 14's compiler for nvptx would lose the variable.
  for (int i = 0; i < n; i++)
    sum += linked[i]++;
  return sum;
}
#pragma omp end declare target

static void
link_in_a_function ()
{
  int sum = 0;
  for (int times = 0; times < 2; times++)
    {
#pragma omp target map(tofrom : linked, sum)
      sum = sum_linked ();
      CHECK (sum == times * n && linked[1] == times + 1);
    }
}

int
main ()
{
  int x = 0;
  std::vector<int> list (n, 1);
  host = omp_get_initial_device ();
  device = omp_get_default_device ();
#pragma omp target map(from : x)
  x = omp_is_initial_device ();
  separate = !x;
  copies (x);
  stays (x, 1);
  implicit_to (x);
  constants (0);
  parts ();
  counts (list, 0);
  pointers ();
  null_pointers ();
  link_in_a_function ();
}
