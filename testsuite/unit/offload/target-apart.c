/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Under the mapping checker no two constructs have data in the same page, so an
   access outside of one construct's data does not reach another one's.  */

#define REGIONS(X) X (outer) X (inner)
#include "target.h"

#include "offload/check/check.h"

static int data[2][8];
static uintptr_t pages[2][2]; /* of the first and the last byte */

static void
note_pages (int which, void **slots)
{
  uintptr_t start = (uintptr_t)real (slots[0]);
  pages[which][0] = (uintptr_t)slots / GOMP_CHECK_ALIGN;
  pages[which][1] = (start + sizeof (data[0]) - 1) / GOMP_CHECK_ALIGN;
  EXPECT (start / GOMP_CHECK_ALIGN >= pages[which][0]);
}

static void
inner (void **slots)
{
  note_pages (1, slots);
}

/* While it runs, another construct maps something.  */
static void
outer (void **slots)
{
  note_pages (0, slots);
  clauses = 0;
  clause (TOFROM, data[1], sizeof (data[1]));
  target (host_inner);
}

static void
regions_apart (void)
{
  clause (TOFROM, data[0], sizeof (data[0]));
  target (host_outer);
  EXPECT (pages[0][1] < pages[1][0] || pages[1][1] < pages[0][0]);
}

static void
data_apart (void)
{
  static int present[8];
  clause (TO, present, sizeof (present));
  enter ();
  uintptr_t copy = (uintptr_t)real (omp_get_mapped_ptr (present, device));
  regions_apart ();
  for (int i = 0; i < 2; i++)
    EXPECT (pages[i][1] < copy / GOMP_CHECK_ALIGN
            || pages[i][0] > (copy + sizeof (present) - 1) / GOMP_CHECK_ALIGN);
  clause (DELETE, present, sizeof (present));
  leave ();
}

int
main (void)
{
  gomp_icv_globals ();
  atomic_store (&gomp_offload_wishes, GOMP_INFO_CHECK);
  gomp_offload_listen (GOMP_INFO_CHECK);
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (regions_apart);
      RUN (data_apart);
    }
  return check_done ();
}
