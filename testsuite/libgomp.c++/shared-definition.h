// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// A variable and a virtual table that each file defines: one in the program.

#pragma omp declare target
inline int base_value = 3;

struct Shape
{
  virtual int size (int n) { return n + base_value; }
  virtual ~Shape () {}
};

struct Square : Shape
{
  int size (int n) override { return n * n + base_value; }
};
#pragma omp end declare target

int size_of_square (int n);
