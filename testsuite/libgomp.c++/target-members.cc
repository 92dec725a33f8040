// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Data of classes in map clauses: members of this, references, pointers in
// objects, static members, members of bases and of templates, arrays of
// objects, data of vectors.

#include <array>
#include <utility>
#include <vector>

#include "../libgomp.c/target-check.h"

struct Base
{
  int in_base = 5;
  int array[4] = { 1, 2, 3, 4 };
};

struct Object : Base
{
  int number = 1;
  double *values = nullptr;
  int size = 0;
  int &other;
  short tail = 7;

  Object (int n, int &o) : values (new double[n]), size (n), other (o)
  {
    for (int i = 0; i < n; i++)
      values[i] = i;
  }
  ~Object () { delete[] values; }

  void
  members ()
  {
#pragma omp target map(tofrom: number, tail, in_base)
    {
      number += 10;
      tail = static_cast<short> (tail + 1);
      in_base *= 2;
    }
    CHECK (number == 11 && tail == 8 && in_base == 10);
  }

  void
  section_of_member ()
  {
    double *before = values;
#pragma omp target map(tofrom: values[0:size]) map(to: number)
    for (int i = 0; i < size; i++)
      values[i] += number;
    CHECK (values == before && values[0] == 11 && values[size - 1] == size + 10);
  }

  void
  reference_member ()
  {
    int &there = other;
#pragma omp target map(tofrom: there)
    there += 3;
    CHECK (other == 45);
  }

  void
  implicit_this ()
  {
#pragma omp target
    {
      number = 50;
      array[3] = number;
    }
    CHECK (number == 50 && array[3] == 50 && array[0] == 1);
  }

  void
  array_member ()
  {
#pragma omp target map(tofrom: array)
    for (int &a : array)
      a++;
    CHECK (array[0] == 2 && array[3] == 51);
#pragma omp target map(tofrom: array[1:2])
    array[2] = 0;
    CHECK (array[2] == 0 && array[1] == 3);
  }

  void
  kept_on_the_device ()
  {
    double *before = values;
#pragma omp target enter data map(to: this[0:1])
#pragma omp target enter data map(to: values[0:size])
    for (int turn = 0; turn < 2; turn++)
      {
#pragma omp target
        for (int i = 0; i < size; i++)
          values[i] = i + number;
      }
#pragma omp target exit data map(from: values[0:size])
#pragma omp target exit data map(release: this[0:1])
    CHECK (values == before && values[1] == 51);
  }
};

/* Not by this: GCC 12 then passes a null pointer to the region.  */
static void
section_and_members (Object &object)
{
  double *before = object.values;
#pragma omp target map(tofrom: object.size, object.values[2:3])
  {
    object.values[2] = 100 + object.size;
    object.values[4] = object.values[3];
    object.size++;
  }
  CHECK (object.values == before && object.values[2] == 99 + object.size
         && object.values[4] == 14);
  object.size--;
}

struct Settings
{
  static int level;
  static double weights[3];
};
int Settings::level = 3;
double Settings::weights[3] = { 1, 2, 3 };

static void
static_members ()
{
  int level = 0;
  double sum = 0;

#pragma omp target map(from: level) map(tofrom: sum, Settings::level)
  {
    level = Settings::level++;
    for (double w : Settings::weights)
      sum += w;
  }
  CHECK (level == 3 && sum == 6 && Settings::level == 4);
}

static void
references (int &scalar, int (&array)[5], int *&pointer, const int &constant)
{
  int *before = pointer;
#pragma omp target map(tofrom: scalar, array, pointer[0:5]) map(to: constant)
  {
    scalar += constant;
    array[4] = scalar;
    pointer[4] += array[0];
  }
  CHECK (pointer == before);
#pragma omp target map(tofrom: array[1:2])
  array[2] = 77;
#pragma omp target firstprivate(scalar)
  scalar = -1;
#pragma omp target
  pointer = nullptr;
  CHECK (scalar != -1 && pointer == before);
}

struct Point
{
  double x, y;
  Point &
  move (double by)
  {
    x += by;
    y -= by;
    return *this;
  }
};

struct Line
{
  Point from, to;
  Point *more;
  int count;
};

static void
nested_objects ()
{
  Line line = { { 1, 2 }, { 3, 4 }, new Point[3]{ { 1, 1 }, { 2, 2 }, { 3, 3 } },
                3 };
  Line *p = &line;
  Point *more = line.more;

#pragma omp target map(tofrom: line.to, line.from.y)
  {
    line.to.move (1);
    line.from.y = 9;
  }
  CHECK (line.to.x == 4 && line.to.y == 3 && line.from.y == 9);
  CHECK (line.from.x == 1);
#pragma omp target map(tofrom: line) map(tofrom: line.more[0:line.count])
  for (int i = 0; i < line.count; i++)
    line.more[i].move (line.from.x);
  CHECK (line.more == more && more[2].x == 4 && more[2].y == 2);
#pragma omp target enter data map(to: p[0:1])
#pragma omp target enter data map(to: p->more[1:1])
#pragma omp target
  p->more[1].x = p->to.x;
#pragma omp target exit data map(from: p->more[1:1])
#pragma omp target exit data map(release: p[0:1])
  CHECK (line.more == more && more[1].x == 4);
  delete[] more;
}

static void
vectors ()
{
  std::vector<std::vector<int>> rows;
  std::array<int, 6> fixed = { { 1, 2, 3, 4, 5, 6 } };
  int sum = 0;

  for (int i = 0; i < 4; i++)
    rows.emplace_back (static_cast<std::size_t> (i + 1), i);
  std::vector<int *> data;
  for (auto &row : rows)
    {
      int *begin = row.data ();
      std::size_t n = row.size ();
#pragma omp target enter data map(to: begin[0:n])
      data.push_back (begin);
    }
  for (std::size_t i = 0; i < rows.size (); i++)
    {
      int *begin = data[i];
      std::size_t n = rows[i].size ();
#pragma omp target teams distribute parallel for map(tofrom: begin[0:n])
      for (std::size_t k = 0; k < n; k++)
        begin[k] += 10;
    }
  for (auto &row : rows)
    {
      int *begin = row.data ();
      std::size_t n = row.size ();
#pragma omp target exit data map(from: begin[0:n])
      for (int value : row)
        sum += value;
    }
  CHECK (sum == 10 * 10 + 0 + 2 + 6 + 12);
#pragma omp target map(tofrom: fixed)
  {
    std::swap (fixed[0], fixed[5]);
    fixed.back () += static_cast<int> (fixed.size ());
  }
  CHECK (fixed[0] == 6 && fixed[5] == 7);
}

int
main ()
{
  int other = 42, scalar = 1, array[5] = { 2, 3, 4, 5, 6 };
  int storage[5] = { 1, 1, 1, 1, 1 }, *pointer = storage;

  Object object (10, other);
  object.members ();
  object.section_of_member ();
  section_and_members (object);
  object.reference_member ();
  object.implicit_this ();
  object.array_member ();
  object.kept_on_the_device ();
  static_members ();
  references (scalar, array, pointer, 20);
  CHECK (scalar == 21 && array[4] == 21 && storage[4] == 3 && array[2] == 77);
  nested_objects ();
  vectors ();
  return 0;
}
