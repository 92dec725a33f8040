// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-compiler-may-fail "firstprivate variables of lambdas" }
// Lambdas, functors, function pointers, virtual functions and templates with
// regions: captures by value, by reference and of this, and calls on the
// device.

#include <utility>

#include "../libgomp.c/target-check.h"

#pragma omp declare target
static int
twice (int x)
{
  return 2 * x;
}

struct Animal
{
  virtual ~Animal () {}
  virtual int legs () const { return 4; }
  virtual int sound (int loud) const = 0;
};
struct Bird : Animal
{
  int
  legs () const override
  {
    return 2;
  }
  int
  sound (int loud) const override
  {
    return 10 * loud;
  }
};
struct Cat : Animal
{
  int lives = 9;
  int
  sound (int loud) const override
  {
    return loud + lives;
  }
};

struct Left
{
  int l = 1;
};
struct Right
{
  virtual int
  value () const
  {
    return 5;
  }
};
struct Both : Left, virtual Right
{
  int b = 3;
  int
  value () const override
  {
    return l + b;
  }
};
#pragma omp end declare target

static void
captures ()
{
  int base = 10, data[8] = { 0 }, sum = 0;
  auto by_value = [base] (int x) { return base + x; };
  auto generic = [] (auto a, auto b) { return a * b; };

#pragma omp target map(tofrom: data, sum)
  {
    for (int i = 0; i < 8; i++)
      data[i] = by_value (i) + generic (i, 2) + twice (i);
    auto inside = [&] (int x) { sum += data[x]; };
    for (int i = 0; i < 8; i++)
      inside (i);
  }
  CHECK (data[7] == 17 + 14 + 14 && sum == 8 * 10 + 5 * 28);
}

/* Regions in a lambda, which captures what they map: one of it by reference, as
   GCC 12 sets the pointer to the last one only.  GCC 14 and later compile
   wrong, or not at all, what is captured by reference.  */
static void
regions_inside ()
{
  int a = 1, data[4] = { 1, 2, 3, 4 };
#if __GNUC__ < 14
  auto change = [&data] (int by) {
#pragma omp target map(tofrom: data) firstprivate(by)
    data[3] += by;
    return data[3];
  };
  auto count = [&a] (int by) {
#pragma omp target map(tofrom: a)
    a += by;
    return a;
  };
#else
  int *all = data, *one = &a;
  auto change = [all] (int by) {
#pragma omp target map(tofrom: all[0:4]) firstprivate(by)
    all[3] += by;
    return all[3];
  };
  auto count = [one] (int by) {
#pragma omp target map(tofrom: one[0:1])
    *one += by;
    return *one;
  };
#endif
  auto copy = [a, data] () mutable {
    int sum = 0;
#pragma omp target map(tofrom: sum) map(to: a, data)
    sum = a + data[0] + data[3];
    return sum;
  };

  CHECK (change (5) == 9 && data[3] == 9);
  CHECK (count (5) == 6 && count (1) == 7 && a == 7);
  CHECK (copy () == 6);
}

struct Worker
{
  int factor = 3;
  int results[3] = { 0 };

  void
  work ()
  {
    auto scale = [this] (int x) {
      int result = 0, by = factor;
#pragma omp target map(from: result)
      result = x * by;
      return result;
    };
    for (int i = 0; i < 3; i++)
      results[i] = scale (i);
    CHECK (results[2] == 6);
  }
};

static void
virtual_calls ()
{
  int legs = 0, sounds = 0, both = 0, which = 1;

#pragma omp target map(tofrom: legs, sounds, both) map(to: which)
  {
    Bird bird;
    Cat cat;
    const Animal *animals[2] = { &bird, &cat };
    for (const Animal *animal : animals)
      {
        legs += animal->legs ();
        sounds += animal->sound (2);
      }
    Animal *made = which ? static_cast<Animal *> (new Bird)
                         : static_cast<Animal *> (new Cat);
    sounds += dynamic_cast<Bird *> (made) != nullptr ? 1000 : 0;
    delete made;
    Both object;
    const Right &right = object;
    both = right.value ();
  }
  CHECK (legs == 6 && sounds == 20 + 11 + 1000 && both == 4);
}

#pragma omp declare target
template <int N>
int
power (int x)
{
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1> (x);
}

template <typename... Values>
auto
sum_of (Values... values)
{
  return (values + ...);
}
#pragma omp end declare target

template <typename T, typename F>
static T
on_device (T start, F function)
{
  T result = T ();
#pragma omp target map(from: result) firstprivate(start)
  result = function (start);
  return result;
}

template <typename T> struct Field
{
  T *data;
  int n;
  template <typename F>
  void
  each (F function)
  {
    T *d = data;
    int count = n;
#pragma omp target teams distribute parallel for map(tofrom: d[0:count])
    for (int i = 0; i < count; i++)
      d[i] = function (d[i], i);
  }
};

static void
templates ()
{
  int value = 0;
  double numbers[6] = { 0, 1, 2, 3, 4, 5 };

#pragma omp target map(from: value)
  value = power<4> (3) + sum_of (1, 2, 3);
  CHECK (value == 87);
  CHECK (on_device (4, [] (int x) { return power<2> (x); }) == 16);
  CHECK (on_device (0.5, [] (double x) { return x * 3; }) == 1.5);
  auto pair = on_device (std::pair<int, char> (1, 'a'), [] (auto p) {
    return std::pair<int, char> (p.first + 1, static_cast<char> (p.second + 1));
  });
  CHECK (pair.first == 2 && pair.second == 'b');
  Field<double>{ numbers, 6 }.each ([] (double x, int i) { return x * i; });
  CHECK (numbers[5] == 25);
}

static void
function_pointers ()
{
  int result = 0;

#pragma omp target map(from: result)
  {
    int (*function) (int) = twice;
    int (Animal::*member) () const = &Animal::legs;
    Bird bird;
    result = function (20) + (bird.*member) ();
  }
  CHECK (result == 42);
}

int
main ()
{
  captures ();
  regions_inside ();
  Worker ().work ();
  virtual_calls ();
  templates ();
  function_pointers ();
  return 0;
}
