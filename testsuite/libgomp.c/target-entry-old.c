/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* The entry points for data of GCC 4.9, whose map kinds have a byte each, do on
   a device what the entry points of newer compilers do.  */

#include <omp.h>
#include <stddef.h>

#include "check.h"

extern void GOMP_target_data (int, const void *, size_t, void **, size_t *,
                              unsigned char *);
extern void GOMP_target_update (int, const void *, size_t, void **, size_t *,
                                unsigned char *);
extern void GOMP_target_end_data (void);

enum
{
  TO = 1,
  FROM,
  TOFROM,
  ALIGNED_4 = 2 << 3
};

static int x, y;

static int
add_on_device (void)
{
  int value = 0;
#pragma omp target map(from : value) map(x)
  value = ++x;
  return value;
}

int
main (void)
{
  int device = omp_get_default_device ();
  void *hosts[] = { &x, &y };
  size_t sizes[] = { sizeof x, sizeof y };
  unsigned char kinds[] = { ALIGNED_4 | TOFROM, ALIGNED_4 | TO };
  unsigned char to[] = { ALIGNED_4 | TO }, from[] = { ALIGNED_4 | FROM };

  x = 5;
  GOMP_target_data (-1, NULL, 2, hosts, sizes, kinds);
  CHECK (omp_target_is_present (&x, device));
  CHECK (omp_target_is_present (&y, device));
  x = 7;
  GOMP_target_update (-1, NULL, 1, hosts, sizes, to);
  CHECK (add_on_device () == 8);
  GOMP_target_update (-1, NULL, 1, hosts, sizes, from);
  CHECK (x == 8);
  CHECK (add_on_device () == 9);
  GOMP_target_end_data ();
  CHECK (x == 9 && !omp_target_is_present (&y, device));
  CHECK (!omp_target_is_present (&x, device));
  return 0;
}
