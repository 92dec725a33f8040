// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// Classes whose member functions have regions on the members: arrays inside,
// arrays that members point to, and inherited members.

#include "../libgomp.oacc-c/check.h"

static const int n = 64;

// Keeps its data on the device as long as it lives.
class vector
{
public:
  explicit vector (int length) : count (length), data (new int[length])
  {
#pragma acc enter data copyin(this [0:1])
#pragma acc enter data create(data [0:count])
  }

  ~vector ()
  {
#pragma acc exit data delete (data [0:count])
#pragma acc exit data delete (this [0:1])
    delete[] data;
  }

  vector (const vector &) = delete;
  vector &operator= (const vector &) = delete;

  void
  start (int first)
  {
#pragma acc parallel loop present(this [0:1])
    for (int i = 0; i < count; i++)
      data[i] = first + i;
  }

  void
  add (const vector &other)
  {
#pragma acc parallel loop present(this [0:1])
    for (int i = 0; i < count; i++)
      data[i] += 100;
    int *mine = data, *theirs = other.data, length = count;
#pragma acc parallel loop present(mine [0:length], theirs [0:length])
    for (int i = 0; i < length; i++)
      mine[i] += theirs[i];
  }

  long
  sum () const
  {
    long s = 0;
#pragma acc parallel loop present(this [0:1]) reduction(+ : s)
    for (int i = 0; i < count; i++)
      s += data[i];
    return s;
  }

  const int *
  get ()
  {
    const int *p = data;
#pragma acc update self(p [0:count])
    return p;
  }

private:
  int count;
  int *data;
};

struct base
{
  int inherited[n];
};

struct derived : base
{
  int own[n];

  void
  fill_both (int value)
  {
#pragma acc parallel loop copy(this [0:1])
    for (int i = 0; i < n; i++)
      {
        inherited[i] = value + i;
        own[i] = inherited[i] * 7;
      }
  }

  void
  change_own ()
  {
#pragma acc enter data copyin(this [0:1])
#pragma acc parallel loop present(this [0:1])
    for (int i = 0; i < n; i++)
      own[i]++;
#pragma acc exit data copyout(this [0:1])
  }
};

struct point
{
  int x, y;
};

// Functions of classes for the device.
#pragma acc routine seq
static int
product (const point &p)
{
  return p.x * p.y;
}

#pragma acc routine seq
static point
operator+ (const point &a, const point &b)
{
  return { a.x + b.x, a.y + b.y };
}

static void
points ()
{
  point p[n];
  int products[n];
  for (int i = 0; i < n; i++)
    p[i] = { i, 2 };
#pragma acc parallel loop copy(p) copyout(products)
  for (int i = 0; i < n; i++)
    {
      p[i] = p[i] + point{ 1, 1 };
      products[i] = product (p[i]);
    }
  CHECK (is_line (products, n, 3, 3));
  CHECK (p[n - 1].x == n && p[0].y == 3);
}

int
main ()
{
  {
    vector a (n), b (n);
    a.start (0);
    b.start (5);
    a.add (b);
    CHECK (is_line (a.get (), n, 105, 2));
    CHECK (b.sum () == 5L * n + n * (n - 1) / 2);
  }
  static derived d;
  d.fill_both (3);
  CHECK (is_line (d.inherited, n, 3, 1) && is_line (d.own, n, 21, 7));
  d.change_own ();
  CHECK (is_line (d.own, n, 22, 7));
  points ();
  return 0;
}
