// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// Classes: this, members, references, inheritance and virtual calls on
// objects that the device made, construction and destruction in a region.

#include "../libgomp.c/target-check.h"

class Accumulator
{
public:
  explicit Accumulator (int start) : total (start), calls (0) {}

  void
  add_on_device (const int *values, int n)
  {
#pragma omp target map(to: values[0:n])
    for (int i = 0; i < n; i++)
      {
        total += values[i];
        calls++;
      }
  }

  int total, calls;
};

class Buffer
{
public:
  explicit Buffer (int n) : size (n), data (new double[n])
  {
#pragma omp target enter data map(to: this[0:1])
#pragma omp target enter data map(alloc: data[0:size])
  }

  ~Buffer ()
  {
#pragma omp target exit data map(release: data[0:size])
#pragma omp target exit data map(release: this[0:1])
    delete[] data;
  }

  void
  fill (double value)
  {
#pragma omp target
    for (int i = 0; i < size; i++)
      data[i] = value * i;
  }

  double *
  fetch ()
  {
#pragma omp target update from(data[0:size])
    return data;
  }

private:
  int size;
  double *data;
};

#pragma omp declare target
struct Shape
{
  virtual ~Shape () {}
  virtual double area () const = 0;
};

struct Square : Shape
{
  explicit Square (double s) : side (s) {}
  double area () const override { return side * side; }
  double side;
};

struct Circle : Shape
{
  explicit Circle (double r) : radius (r) {}
  double area () const override { return 3 * radius * radius; }
  double radius;
};

static int alive_objects;

struct Counted
{
  Counted () { alive_objects++; }
  Counted (const Counted &) { alive_objects++; }
  ~Counted () { alive_objects--; }
};
#pragma omp end declare target

static void
add (int &target, const int &value)
{
#pragma omp target map(tofrom: target) map(to: value)
  target += value;
}

int
main ()
{
  int values[] = { 1, 2, 3, 4 }, sum = 5, alive = -1, inside = -1;
  double area = 0;

  Accumulator accumulator (100);
  accumulator.add_on_device (values, 4);
  CHECK (accumulator.total == 110 && accumulator.calls == 4);

  {
    Buffer buffer (1000), other (10);
    buffer.fill (2);
    other.fill (3);
    CHECK (buffer.fetch ()[999] == 1998 && other.fetch ()[9] == 27);
  }

#pragma omp target map(tofrom: area)
  {
    Shape *shapes[2] = { new Square (2), new Circle (1) };

    for (Shape *shape : shapes)
      {
        area += shape->area ();
        delete shape;
      }
  }
  CHECK (area == 7);

#pragma omp target map(from: alive, inside)
  {
    {
      Counted one, two (one);

      inside = alive_objects;
    }
    alive = alive_objects;
  }
  CHECK (inside == 2 && alive == 0);

  add (sum, 7);
  CHECK (sum == 12);
  return 0;
}
