// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Templates of functions and of classes with regions, for several types, and
// inline functions, which exist in several objects.

#include "../libgomp.oacc-c/check.h"

template <typename T, int count>
static void
scale (T (&a)[count], T factor)
{
#pragma acc parallel loop copy(a)
  for (int i = 0; i < count; i++)
    a[i] *= factor;
}

template <typename T>
inline T
sum (const T *a, int count)
{
  T s = T ();
#pragma acc parallel loop copyin(a [0:count]) reduction(+ : s)
  for (int i = 0; i < count; i++)
    s += a[i];
  return s;
}

#pragma acc routine seq
template <typename T>
T
square (T x)
{
  return x * x;
}

template <typename T> class buffer
{
public:
  explicit buffer (int length) : count (length), data (new T[length])
  {
    T *p = data;
#pragma acc enter data create(p [0:count])
  }

  ~buffer ()
  {
    T *p = data;
#pragma acc exit data delete (p [0:count])
    delete[] data;
  }

  buffer (const buffer &) = delete;
  buffer &operator= (const buffer &) = delete;

  template <typename F>
  void
  each (F function, int queue)
  {
    T *p = data;
    int length = count;
#pragma acc parallel loop present(p [0:length]) async(queue)
    for (int i = 0; i < length; i++)
      p[i] = function (i);
#pragma acc update self(p [0:length]) async(queue)
#pragma acc wait(queue)
  }

  const T &
  operator[] (int i) const
  {
    return data[i];
  }

private:
  int count;
  T *data;
};

struct affine
{
  int factor, term;

  int
  operator() (int i) const
  {
    return factor * i + term;
  }
};

template <typename T>
static void
squares ()
{
  T out[50];
#pragma acc parallel loop copyout(out)
  for (int i = 0; i < 50; i++)
    out[i] = square (T (i));
  for (int i = 0; i < 50; i++)
    CHECK (out[i] == T (i) * T (i));
}

int
main ()
{
  int a[40];
  double d[30];
  fill (a, 40, 1);
  for (int i = 0; i < 30; i++)
    d[i] = i / 4.;
  scale (a, 3);
  scale (d, 2.);
  CHECK (is_line (a, 40, 3, 3) && d[29] == 14.5);
  CHECK (sum (a, 40) == 3 * 820 && sum (d, 30) == 217.5);
  squares<int> ();
  squares<long long> ();
  squares<float> ();

  buffer<long> numbers (100);
  numbers.each (affine{ 5, 2 }, 1);
  int offset = 4;
  buffer<double> halves (100);
  halves.each ([offset] (int i) { return (i + offset) / 2.; }, acc_async_noval);
  for (int i = 0; i < 100; i++)
    CHECK (numbers[i] == 5 * i + 2 && halves[i] == (i + 4) / 2.);
  return 0;
}
