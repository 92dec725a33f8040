/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Code of the host whose instructions are counted: see count.c.  */

struct tree
{
  struct tree *left, *right;
  double value;
};

double
sum (const double *x, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

void
stencil (double *to, const double *from, int n)
{
  for (int i = 1; i < n - 1; i++)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

/* Functions of the file alone have no choice of their own.  */
static double __attribute__ ((noinline))
total_of (const struct tree *tree, double first)
{
  if (tree == 0)
    return first;
  first = total_of (tree->left, first + tree->value);
  return first + total_of (tree->right, 0);
}

double
total (const struct tree *tree)
{
  return total_of (tree, 0);
}

double
in_parallel (const double *x, int n)
{
  double s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(1)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

void
in_region (double *x, int n)
{
#pragma omp target map(tofrom : x[ : n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}
