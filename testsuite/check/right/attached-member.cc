/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A method's region with this, and what a member points to attached.  */

struct series
{
  int n;
  double *data;
  double scale = 3;
  explicit series (int n) : n (n), data (new double[n]) {}
  ~series () { delete[] data; }
  void
  fill ()
  {
#pragma omp target map(to : this[0 : 1]) map(from : data[0 : n])
    for (int i = 0; i < n; i++)
      data[i] = i * scale;
  }
};

int
main ()
{
  series s (20);
  s.fill ();
  return s.data[19] != 57;
}
