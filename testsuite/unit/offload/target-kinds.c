/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map kinds that GCC 12 passes for OpenACC only, or that newer compilers pass:
   present, if present, new, always with present, pointers and sections that may
   be missing, values read from an address.  */

#define REGIONS(X)                                                             \
  X (add_one)                                                                  \
  X (see_null)                                                                 \
  X (read_value)                                                               \
  X (follow_pointer)                                                           \
  X (see_pointer)
#include "target.h"

enum
{
  PRESENT = 0x06,
  VALUE_AT = 0x08,
  IF_PRESENT = 0x0b,
  USE_DEVICE_IF_PRESENT = 0x10,
  POINTER_IF_MAPPED = 0x1e,
  DELETE_NO_LENGTH = 0x1f,
  ATTACH_IF_MAPPED = 0x52,
  IMPLICIT_ALLOC = 0x60,
  NEW_TO = 0x81,
  NEW_TOFROM = 0x83,
  ALWAYS_PRESENT_TO = 0x95,
  ALWAYS_PRESENT_FROM = 0x96,
  ALWAYS_PRESENT_TOFROM = 0x97,
  FORCE_DETACH = 0xd1
};

static void
add_one (void **slots)
{
  ++*(int *)real (slots[0]);
}

static void
see_null (void **slots)
{
  *(int *)real (slots[1]) = slots[0] == NULL;
}

static void
read_value (void **slots)
{
  *(int *)real (slots[1]) = (int)(intptr_t)slots[0];
}

static void
follow_pointer (void **slots)
{
  int **pointer = real (slots[0]);
  *(int *)real (slots[1]) = *pointer == NULL ? -1 : *(int *)real (*pointer);
}

static void
see_pointer (void **slots)
{
  *(int **)real (slots[1]) = *(int **)real (slots[0]);
}

static void
present (void)
{
  static int a[4];
  a[0] = 1;
  clause (PRESENT, a, sizeof (a));
  expect_error (host_add_one, "present clause: not present on the device");
  clause (ALWAYS_PRESENT_TO, a, sizeof (a));
  expect_error (host_add_one, "present clause: not present on the device");
  clause (TO, a, sizeof (a));
  enter ();
  clause (PRESENT, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 1);
  a[0] = 10;
  clause (ALWAYS_PRESENT_TO, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 10);
  clause (ALWAYS_PRESENT_FROM, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 12);
  a[0] = 20;
  clause (ALWAYS_PRESENT_TOFROM, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 21);
  /* A part of it is there, not all.  */
  clause (PRESENT, a, sizeof (a) + 4);
  expect_error (host_add_one, "Trying to map into device [");
  clause (DELETE, a, sizeof (a));
  leave ();
}

static void
updates_of_present (void)
{
  static int a[2];
  a[0] = 1;
  clause (TO, a, sizeof (a));
  enter ();
  a[0] = 5;
  clause (ALWAYS_PRESENT_TO, a, sizeof (a));
  update ();
  a[0] = 0;
  clause (ALWAYS_PRESENT_FROM, a, sizeof (a));
  update ();
  EXPECT (a[0] == 5);
  clause (DELETE, a, sizeof (a));
  leave ();
}

static void
if_present (void)
{
  static int a;
  int null = -1;
  a = 3;
  clause (IF_PRESENT, &a, sizeof (a));
  clause (FROM, &null, sizeof (null));
  target (host_see_null);
  EXPECT (null == 1);
  clause (TO, &a, sizeof (a));
  enter ();
  clause (IF_PRESENT, &a, sizeof (a));
  clause (FROM, &null, sizeof (null));
  target (host_see_null);
  EXPECT (null == 0);
  clause (DELETE, &a, sizeof (a));
  leave ();
}

static void
only_new (void)
{
  static int a;
  a = 1;
  clause (NEW_TOFROM, &a, sizeof (a));
  target (host_add_one);
  EXPECT (a == 2 && !omp_target_is_present (&a, device));
  clause (NEW_TO, &a, sizeof (a));
  enter ();
  clause (NEW_TO, &a, sizeof (a));
  expect_error (host_add_one, "is already mapped");
  clause (DELETE, &a, sizeof (a));
  leave ();
}

static void
implicit_part (void)
{
  static int a[4];
  a[0] = 0;
  clause (TO, &a[0], 2 * sizeof (int));
  enter ();
  clause (IMPLICIT_ALLOC, a, sizeof (a));
  target (host_add_one);
  clause (FROM, &a[0], 2 * sizeof (int));
  leave ();
  EXPECT (a[0] == 1 && !omp_target_is_present (a, device));
}

static void
values (void)
{
  void *word = (void *)42;
  int seen = 0;
  clause (VALUE_AT, &word, sizeof (word));
  clause (FROM, &seen, sizeof (seen));
  target (host_read_value);
  EXPECT (seen == 42);
}

static void
use_device (void)
{
  static int a;
  clause (USE_DEVICE_IF_PRESENT, &a, 0);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  EXPECT (hosts[0] == &a);
  GOMP_target_end_data ();
  clauses = 0;
  clause (TO, &a, sizeof (a));
  enter ();
  clause (USE_DEVICE_IF_PRESENT, &a, 0);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  EXPECT (real (hosts[0]) != &a);
  GOMP_target_end_data ();
  clauses = 0;
  clause (DELETE_NO_LENGTH, &a, 0);
  leave ();
  EXPECT (!omp_target_is_present (&a, device));
}

static int
followed (int kind, int **pointer)
{
  int seen = 0;
  clause (kind == POINTER_IF_MAPPED ? kind : TO, pointer,
          kind == POINTER_IF_MAPPED ? 0 : sizeof (*pointer));
  clause (FROM, &seen, sizeof (seen));
  if (kind != POINTER_IF_MAPPED)
    clause (kind, pointer, 0);
  target (host_follow_pointer);
  return seen;
}

/* Not mapped, then mapped, then null.  A pointer to just behind what is mapped
   would be one to that.  */
static void
pointers_that_may_miss (void)
{
  static const int optional[] = { POINTER_IF_MAPPED, ATTACH_IF_MAPPED };
  static struct
  {
    int *p, *between, a;
  } apart;
  int *a = &apart.a, **p = &apart.p;
  for (int k = 0; k < 2; k++)
    {
      *a = 7;
      *p = a;
      EXPECT (followed (optional[k], p) == -1 && *p == a);
      clause (TO, a, sizeof (*a));
      enter ();
      EXPECT (followed (optional[k], p) == 7 && *p == a);
      clause (DELETE, a, sizeof (*a));
      leave ();
      *p = NULL;
      EXPECT (followed (optional[k], p) == -1 && *p == NULL);
    }
  *p = a;
  clause (TO, p, sizeof (*p));
  clause (ATTACH, p, 0);
  expect_error (host_add_one, "pointer target not mapped for attach");
}

static void
attach_counts (void)
{
  static int a, *p;
  a = 1;
  p = &a;
  clause (TO, &a, sizeof (a));
  enter ();
  clause (TO, &p, sizeof (p));
  enter ();
  for (int i = 0; i < 3; i++)
    {
      clause (ALLOC, &a, sizeof (a));
      clause (ATTACH, &p, 0);
      enter ();
    }
  clause (DETACH, &p, 0);
  leave ();
  EXPECT (followed (ALLOC, &p) == 1);
  /* Once and for all; a further one has nothing to undo.  */
  clause (FORCE_DETACH, &p, 0);
  leave ();
  EXPECT (omp_target_is_present (&p, device));
  clause (DELETE, &p, sizeof (p));
  clause (DELETE, &a, sizeof (a));
  leave ();
  clause (DETACH, &p, 0);
  leave ();
}

/* As programs of GCC 14 expect, which have such an image: what points to
   nothing that is mapped keeps its value.  */
static void
register_newer (void)
{
  static void *const table[4];
  static const uintptr_t data[4];
  GOMP_offload_register_ver (3 << 16, table, 8, data);
}

static void
pointers_that_stay (void)
{
  /* A pointer to A's beginning might point to the end of P, which is mapped. */
  static int a[3], *p;
  for (int k = 0; k < 2; k++)
    {
      int *seen = NULL;
      p = &a[1];
      clause (k == 0 ? POINTER_IF_MAPPED : TO, &p, k == 0 ? 0 : sizeof (p));
      clause (FROM, &seen, sizeof (seen));
      if (k > 0)
        clause (ATTACH_IF_MAPPED, &p, 0);
      target (host_see_pointer);
      EXPECT (seen == &a[1] && p == &a[1]);
    }
}

static void
unknown (void)
{
  static int a;
  clause (0x3f, &a, sizeof (a));
  expect_error (host_add_one, "unhandled kind 0x3f");
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (present);
      RUN (updates_of_present);
      RUN (if_present);
      RUN (only_new);
      RUN (implicit_part);
      RUN (values);
      RUN (use_device);
      RUN (pointers_that_may_miss);
      RUN (attach_counts);
      RUN (unknown);
    }
  register_newer ();
  for (device = 0; device < 2; device++)
    RUN (pointers_that_stay);
  return check_done ();
}
