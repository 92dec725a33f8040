/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The vectors in an array of structures are not mapped.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <vector>

struct particle
{
  double mass;
  std::vector<double> history;
};

int
main ()
{
  std::vector<particle> particles (5);
  for (particle &p : particles)
    p.history.assign (3, 1.0);
  particle *p = particles.data ();
#pragma omp target map(tofrom : p[ : 5])
  for (int i = 0; i < 5; i++)
    {
      const double *h = &p[i].history[0];
      p[i].mass = h[0] + h[2]; /* { dg-check host-memory } */
    }
}
