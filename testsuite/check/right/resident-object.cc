/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A class whose constructor maps its data and whose destructor unmaps it.  */

template <typename T> class resident
{
  T *data;
  int n;

public:
  explicit resident (int n) : data (new T[n]()), n (n)
  {
    T *p = data;
#pragma omp target enter data map(to : p[0 : n])
  }
  resident (const resident &) = delete;
  ~resident ()
  {
    T *p = data;
#pragma omp target exit data map(release : p[0 : n])
    delete[] p;
  }
  T *
  get ()
  {
    return data;
  }
  void
  to_device ()
  {
    T *p = data;
#pragma omp target update to(p[0 : n])
  }
  void
  to_host ()
  {
    T *p = data;
#pragma omp target update from(p[0 : n])
  }
};

int
main ()
{
  resident<int> a (20);
  resident<double> b (20);
  int *p = a.get ();
  double *q = b.get ();
  for (int i = 0; i < 20; i++)
    p[i] = i;
  a.to_device ();
#pragma omp target
  for (int i = 0; i < 20; i++)
    q[i] = p[i] / 2.0;
  b.to_host ();
  return q[5] != 2.5 || q[19] != 9.5;
}
