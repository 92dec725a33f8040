/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A view of an object's device copy is used when the object is gone.  */

class storage
{
  int *p;

public:
  storage () : p (new int[50]())
  {
    int *q = p;
#pragma omp target enter data map(to : q[0 : 50])
  }
  ~storage ()
  {
    int *q = p;
#pragma omp target exit data map(release : q[0 : 50])
    delete[] p;
  }
  int *device_view () const
  {
    int *q = p, *view;
#pragma omp target data use_device_ptr(q)
    view = q;
    return view;
  }
};

int
main ()
{
  int *view;
  {
    storage s;
    view = s.device_view ();
#pragma omp target is_device_ptr(view)
    view[1] = 1;
  }
#pragma omp target is_device_ptr(view)
  view[2] = 2; /* { dg-check freed } */
}
