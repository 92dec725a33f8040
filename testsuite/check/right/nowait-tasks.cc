/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions with nowait in tasks: taskgroups, nested tasks, a thread of the
   program's own, an exception caught inside, data that each thread has for
   itself.  */

#include <memory>
#include <numeric>
#include <thread>
#include <vector>

static double
in_tasks (int parts, int size)
{
  std::vector<std::vector<double> > v (parts, std::vector<double> (size, 1));
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskgroup
  for (int k = 0; k < parts; k++)
    {
#pragma omp task firstprivate(k) shared(v)
      {
        double *p = v[k].data ();
#pragma omp target nowait map(tofrom : p[0 : size])
        for (int i = 0; i < size; i++)
          p[i] += i;
#pragma omp taskwait
        v[k][0] += k;
#pragma omp target nowait map(tofrom : p[0 : size])
        p[1] *= 2;
      }
    }
  double sum = 0;
  for (auto &each : v)
    sum += std::accumulate (each.begin (), each.end (), 0.0);
  return sum;
}

static void
alone (double *result)
{
  std::unique_ptr<double[]> data (new double[50]);
  double *p = data.get ();
  for (int i = 0; i < 50; i++)
    p[i] = i;
  try
    {
#pragma omp target nowait map(tofrom : p[0 : 50])
      for (int i = 0; i < 50; i++)
        p[i] += 1;
      throw 1;
    }
  catch (int)
    {
#pragma omp taskwait
    }
  *result = p[49];
}

int
main ()
{
  double r[2];
  std::thread other (alone, &r[0]);
  double sum = in_tasks (6, 40);
  alone (&r[1]);
  other.join ();
  return sum != 6 * (40 + 780 + 2) + 15 || r[0] != 50 || r[1] != 50;
}
