/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* An object frees device memory at the end of its scope, and a region uses the
   memory then.  */
/* { dg-output "byte 28 of what was a block of 400 bytes, allocated" } */

#include <omp.h>

struct block
{
  int *data;
  explicit block (int n)
      : data ((int *)omp_target_alloc (n * sizeof (int),
                                       omp_get_default_device ()))
  {
  }
  ~block () { omp_target_free (data, omp_get_default_device ()); }
  block (const block &) = delete;
  block &operator= (const block &) = delete;
};

static int *
allocate (int n)
{
  block b (n);
  return b.data;
}

int
main ()
{
  int *p = allocate (100);
#pragma omp target is_device_ptr(p)
  p[7] = 1; /* { dg-report "heap-use-after-free" } */
  return 0;
}
