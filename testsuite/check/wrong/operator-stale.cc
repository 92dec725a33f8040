/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Operators of a class change elements that a region has the old values of.  */

class samples
{
  short a[24] = {};

public:
  short &operator[] (int i) { return a[i]; }
  short *data () { return a; }
};

int
main ()
{
  samples s;
  short *p = s.data ();
  int sum = 0;
#pragma omp target enter data map(to : p[0 : 24])
  for (int i = 0; i < 24; i++)
    s[i] = static_cast<short> (i + 1);
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 24; i++)
    sum += p[i]; /* { dg-check stale } */
#pragma omp target exit data map(release : p[0 : 24])
  return sum < 0;
}
