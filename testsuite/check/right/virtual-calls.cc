/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Objects with virtual functions, made in the region that calls them.  */

#pragma omp declare target
struct operation
{
  virtual int apply (int x) const = 0;
  virtual ~operation () {}
};
struct add : operation
{
  int n;
  explicit add (int n) : n (n) {}
  int
  apply (int x) const override
  {
    return x + n;
  }
};
struct twice : operation
{
  int
  apply (int x) const override
  {
    return 2 * x;
  }
};
static int
run (const operation *const *list, int n, int x)
{
  for (int i = 0; i < n; i++)
    x = list[i]->apply (x);
  return x;
}
#pragma omp end declare target

int
main ()
{
  int x[5];
#pragma omp target map(from : x)
  {
    operation *list[3] = { new add (1), new twice, new add (5) };
    for (int i = 0; i < 5; i++)
      x[i] = run (list, 3, i);
    for (operation *o : list)
      delete o;
  }
  return x[0] != 7 || x[4] != 15;
}
