/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -DOFFLOAD_EMUL_SHARED" } */
/* { dg-additional-options "-Wno-unknown-pragmas" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_SHARED "1" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
/* { dg-skip-stock "its devices have memory of their own" } */
/* Objects of the host in regions of a device that shares its memory: virtual
   calls, containers that grow there, inline variables, lambdas, exceptions that
   stay inside.  */

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../libgomp.c/unified.h"

struct shape
{
  virtual ~shape () = default;
  virtual double area () const = 0;
};

struct square : shape
{
  double side;
  explicit square (double s) : side (s) {}
  double
  area () const override
  {
    return side * side;
  }
};

struct strip : shape
{
  double area_;
  explicit strip (double a) : area_ (a) {}
  double
  area () const override
  {
    return area_;
  }
};

static void
call_virtually (int device)
{
  std::vector<std::unique_ptr<shape> > shapes;
  shapes.emplace_back (new square (3));
  shapes.emplace_back (new strip (5));
  auto *all = &shapes;
  double sum = 0;
#pragma omp target device(device) map(tofrom : sum)
  for (auto &s : *all)
    sum += s->area ();
  CHECK (sum == 14);
}

static void
grow_there (int device)
{
  std::vector<int> numbers { 1, 2 };
  std::map<std::string, int> words;
  auto *n = &numbers;
  auto *w = &words;
#pragma omp target device(device)
  {
    for (int i = 3; i <= 1000; i++)
      n->push_back (i);
    (*w)["from the device"] = (int)n->size ();
  }
  CHECK (numbers.size () == 1000 && numbers.back () == 1000);
  CHECK (words["from the device"] == 1000);
}

#pragma omp declare target
inline int count = 5;
inline int
serial ()
{
  static int last = 100;
  return ++last;
}
#pragma omp end declare target

static void
share_statics (int device)
{
  int before = ++count, number = serial (), inside = 0, next = 0;
#pragma omp target device(device) map(from : inside, next)
  {
    inside = ++count;
    next = serial ();
  }
  CHECK (inside == before + 1 && count == before + 1);
  CHECK (next == number + 1 && serial () == number + 2);
}

static void
use_lambda (int device)
{
  int base = 40, result = 0;
  auto add = [&base] (int x) { return base + x; };
  auto *f = &add;
#pragma omp target device(device) map(from : result)
  result = (*f) (2);
  CHECK (result == 42);
}

static void
catch_there (int device)
{
  std::vector<int> few (3);
  auto *v = &few;
  int caught = 0;
#pragma omp target device(device) map(from : caught)
  {
    caught = 0;
    try
      {
        v->at (3) = 1;
      }
    catch (const std::out_of_range &)
      {
        caught = 1;
      }
  }
  CHECK (caught == 1);
}

int
main ()
{
  for (int device = 0, devices = shared_devices (); device < devices; device++)
    {
      call_virtually (device);
      grow_there (device);
      share_statics (device);
      use_lambda (device);
      catch_there (device);
    }
}
