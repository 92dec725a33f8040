/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The class computes its subscript with the wrong width.  */

#pragma omp declare target
struct grid
{
  int width;
  int height;
  float *cells;
  float &
  operator() (int x, int y)
  {
    return cells[y * (width + 1) + x];
  }
};
#pragma omp end declare target

int
main ()
{
  const int w = 6, h = 4;
  grid g{ w, h, new float[w * h]() };
  g.cells[0] = 1;
#pragma omp target enter data map(to : g)
#pragma omp target enter data map(to : g.cells[0 : w * h])
#pragma omp target
  {
    for (int y = 0; y < g.height; y++)
      for (int x = 0; x < g.width; x++)
        {
          float *c = &g (x, y);
          *c = static_cast<float> (x + y); /* { dg-check bounds } */
        }
  }
#pragma omp target exit data map(release : g.cells[0 : w * h])
#pragma omp target exit data map(release : g)
  delete[] g.cells;
}
