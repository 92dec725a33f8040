/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The deleter of a smart pointer frees device memory before the last region. */

#include <memory>
#include <omp.h>

static void
release (double *p)
{
  omp_target_free (p, omp_get_default_device ());
}

int
main ()
{
  double *kept;
  {
    std::unique_ptr<double, void (*) (double *)> p (
        static_cast<double *> (omp_target_alloc (8 * sizeof (double),
                                                 omp_get_default_device ())),
        release);
    kept = p.get ();
  }
#pragma omp target is_device_ptr(kept)
  for (int i = 0; i < 8; i++)
    kept[i] = i; /* { dg-check freed } */
}
