/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* Regions use all bytes of what is mapped: sections of all sizes and positions,
   private copies, structures by their members, blocks that are used again.  */

#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct pair
{
  char c;
  short s[3];
  double d;
};

static int errors;

static void
sizes (void)
{
  for (int n = 1; n < 200; n += n < 20 ? 1 : 37)
    {
      char *a = malloc (n + 7), *b = malloc (n);
      char c = (char)n, first = 1, last = 2;
      memset (a, 1, n + 7);
#pragma omp target map(tofrom : a[n % 7 : n]) map(from : b[0 : n])             \
    firstprivate(c) map(first, last)
      {
        memset (a + n % 7, c, n);
        memcpy (b, a + n % 7, n);
        last += first;
      }
      errors += b[0] != c || b[n - 1] != c || last != 3;
      free (a);
      free (b);
    }
}

static void
members (void)
{
  struct pair p = { 1, { 1, 2, 3 }, 1.0 }, whole = p;
#pragma omp target map(tofrom : p.c, p.s, p.d)
  {
    p.c += 1;
    p.s[2] += 1;
    p.d += 1;
  }
#pragma omp target map(tofrom : whole)
  whole.s[0] += p.c;
  errors += p.c != 2 || p.s[2] != 4 || p.d != 2.0 || whole.s[0] != 3;
}

static void
blocks (void)
{
  int device = omp_get_default_device ();
  for (size_t n = 1; n < (size_t)1 << 22; n = n * 3 + 1)
    {
      char *p = omp_target_alloc (n, device);
#pragma omp target is_device_ptr(p)
      memset (p, 5, n);
      omp_target_free (p, device);
      char *q = omp_target_alloc (2 * n, device);
#pragma omp target is_device_ptr(q)
      memset (q, 5, 2 * n);
      omp_target_free (q, device);
    }
}

static void
again (void)
{
  int a[100], b[50];
  for (int i = 0; i < 20; i++)
    {
#pragma omp target data map(alloc : a)
#pragma omp target map(from : b) map(always, from : a)
      {
        memset (a, 0, sizeof (a));
        memset (b, 0, sizeof (b));
      }
      errors += a[99] != 0 || b[49] != 0;
    }
}

int
main (void)
{
  sizes ();
  members ();
  blocks ();
  again ();
  return errors != 0;
}
