/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The destructor frees what the constructor mapped, still mapped.  */

class buffer
{
  int *p;

public:
  explicit buffer (int n) : p (new int[n]())
  {
#pragma omp target enter data map(to : p[0 : n])
  }
  ~buffer () { delete[] p; /* { dg-check leak } */ }
  void
  set (int i, int value)
  {
    int *q = p;
#pragma omp target
    q[i] = value;
  }
};

int
main ()
{
  buffer b (100);
  b.set (3, 4);
}
