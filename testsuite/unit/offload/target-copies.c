/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many copies a construct asks its plugin for: small copies of one
   construct are gathered, both ways.  */

#define REGIONS(X)                                                             \
  X (add_one) X (add_constant) X (read_constant) X (use_descriptor) X (use_list)
#include "target.h"

#define ARRAYS 8
#define LENGTH 16
static int arrays[ARRAYS][LENGTH];

static void
add_one (void **slots)
{
  for (int i = 0; i < ARRAYS; i++)
    ++((int *)real (slots[i]))[i];
}

static void
add_constant (void **slots)
{
  *(int *)real (slots[0]) += *(int *)real (slots[1]);
}

static void
read_constant (void **slots)
{
  EXPECT (*(int *)real (slots[0]) == 7);
}

/* As gfortran's: a pointer, and what it points to is described.  */
static struct
{
  int *data;
  long length;
} descriptor;

static void
use_descriptor (void **slots)
{
  int *data = real (((int **)real (slots[1]))[0]);
  data[0]++;
}

static struct list
{
  int before;
  int *data;
  int between;
  int *more;
} list;

static void
use_list (void **slots)
{
  struct list *l = real (slots[0]);
  int *data = real (l->data), *more = real (l->more);
  l->before = data[0]++;
  l->between = more[0]++;
}

static void
fill (void)
{
  for (int i = 0; i < ARRAYS; i++)
    for (int k = 0; k < LENGTH; k++)
      arrays[i][k] = 100 * i + k;
}

static void
clauses_of (int kind)
{
  for (int i = 0; i < ARRAYS; i++)
    clause (kind, arrays[i], sizeof (arrays[i]));
}

/* Element I of array I is MORE than at first, all others as they were.  */
static bool
are_added (int more)
{
  for (int i = 0; i < ARRAYS; i++)
    for (int k = 0; k < LENGTH; k++)
      if (arrays[i][k] != 100 * i + k + (i == k ? more : 0))
        return false;
  return true;
}

/* The calls since forget_calls; none where the host sees the memory.  */
static bool
were (unsigned writes, unsigned reads)
{
  bool seen = device == 0;
  if (calls.writes == (seen ? 0 : writes) && calls.reads == (seen ? 0 : reads))
    return true;
  printf ("device %d: %u writes, %u reads\n", device, calls.writes,
          calls.reads);
  return false;
}

static void
region (void)
{
  fill ();
  forget_calls ();
  clauses_of (TOFROM);
  target (host_add_one);
  EXPECT (were (1, 1) && are_added (1));
}

static void
enter_exit (void)
{
  fill ();
  forget_calls ();
  clauses_of (TO);
  enter ();
  EXPECT (were (1, 0));
  clauses_of (ALWAYS_FROM);
  target (host_add_one);
  /* The arguments of the region.  */
  EXPECT (were (2, 1) && are_added (1));
  clauses_of (ALLOC);
  target (host_add_one);
  EXPECT (were (3, 1) && are_added (1));
  clauses_of (FROM);
  leave ();
  EXPECT (were (3, 2) && are_added (2));
}

static void
updates (void)
{
  fill ();
  clauses_of (TO);
  enter ();
  clauses_of (ALLOC);
  target (host_add_one);
  forget_calls ();
  clauses_of (FROM);
  update ();
  EXPECT (were (0, 1) && are_added (1));
  fill ();
  clauses_of (TO);
  update ();
  EXPECT (were (1, 1));
  clauses_of (FROM);
  leave ();
  EXPECT (were (1, 2) && are_added (0));
}

/* Far apart, too many or too long for one copy: still right.  */
static void
large (void)
{
  enum
  {
    MANY = 37
  };
  static char bytes[MANY][3000];
  memset (bytes, 1, sizeof (bytes));
  for (int i = 0; i < MANY; i++)
    clause (TO, bytes[i], sizeof (bytes[i]) >> i % 4);
  enter ();
  memset (bytes, 2, sizeof (bytes));
  forget_calls ();
  for (int i = 0; i < MANY; i++)
    clause (FROM, bytes[i], sizeof (bytes[i]) >> i % 4);
  leave ();
  EXPECT (device == 0 ? calls.reads == 0 : calls.reads > 1);
  for (int i = 0; i < MANY; i++)
    for (size_t k = 0; k < sizeof (bytes[i]); k++)
      if (bytes[i][k] != (k < sizeof (bytes[i]) >> i % 4 ? 1 : 2))
        EXPECT (!"the byte");
}

/* What no clause names may be constant, and is not written back.  */
static void
constant (void)
{
  static const int number = 7;
  static int changed;
  changed = 0;
  clause (TOFROM, &changed, sizeof (changed));
  clause (IMPLICIT_TOFROM, (void *)(uintptr_t)&number, sizeof (number));
  target (host_add_constant);
  EXPECT (changed == 7);
  clause (IMPLICIT_TOFROM, (void *)(uintptr_t)&number, sizeof (number));
  target (host_read_constant);
}

/* The descriptor that is there, whatever it is of, is one of the device's.  */
static void
look_at_descriptor (void)
{
  uintptr_t address = (uintptr_t)omp_get_mapped_ptr (&descriptor, device);
  EXPECT (is_of_device (*(uintptr_t *)real ((void *)address)));
}

/* One that was mapped before is replaced by one copy.  */
static void
descriptors (void)
{
  static int data[4], other[4];
  for (int i = 0; i < 2; i++)
    {
      int *now = i == 0 ? data : other;
      memset (now, 0, sizeof (data));
      descriptor.data = now;
      descriptor.length = 4;
      clause (TO, now, sizeof (data));
      clause (DESCRIPTOR, &descriptor, sizeof (descriptor));
      clause (POINTER, &descriptor.data, 0);
      after_write = i == 1 ? look_at_descriptor : NULL;
      forget_calls ();
      enter ();
      /* The array, and the descriptor with it, which stays.  */
      EXPECT (i == 0 ? calls.writes <= 2 : were (2, 0));
      after_write = look_at_descriptor;
      clause (TOFROM, now, sizeof (data));
      clause (DESCRIPTOR, &descriptor, sizeof (descriptor));
      clause (ALWAYS_POINTER, &descriptor.data, 0);
      forget_calls ();
      target (host_use_descriptor);
      EXPECT (were (2, 0));
      after_write = NULL;
    }
  clause (FROM, data, sizeof (data));
  clause (FROM, other, sizeof (other));
  clause (RELEASE, &descriptor, sizeof (descriptor));
  clause (DELETE, &descriptor, sizeof (descriptor));
  leave ();
  EXPECT (data[0] == 1 && other[0] == 1);
  EXPECT (!omp_target_is_present (&descriptor, device));
}

/* Pointers that a construct attached go with what it mapped: no copy gives them
   the host's value back.  */
static void
attached (void)
{
  static int data, more;
  list = (struct list){ .data = &data, .more = &more };
  data = 3;
  more = 4;
  clause (TOFROM, &list, sizeof (list));
  clause (TOFROM, &data, sizeof (data));
  clause (ATTACH, &list.data, 0);
  clause (TOFROM, &more, sizeof (more));
  clause (ATTACH, &list.more, 0);
  forget_calls ();
  target (host_use_list);
  EXPECT (device == 0 || calls.writes == 1);
  EXPECT (list.before == 3 && list.between == 4 && data == 4 && more == 5);
  EXPECT (list.data == &data && list.more == &more);

  /* Where the structure stays they get it, by one copy each.  */
  clause (TO, &list, sizeof (list));
  enter ();
  clause (TOFROM, &data, sizeof (data));
  clause (ATTACH, &list.data, 0);
  clause (TOFROM, &list, sizeof (list));
  clause (TOFROM, &more, sizeof (more));
  clause (ATTACH, &list.more, 0);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  clause (ALLOC, &list, sizeof (list));
  target (host_use_list);
  forget_calls ();
  GOMP_target_end_data ();
  EXPECT (data == 5 && more == 6);
  EXPECT (device == 0 || calls.writes == 2);
  struct list *there = real (omp_get_mapped_ptr (&list, device));
  EXPECT (there->data == &data && there->more == &more);
  clause (FROM, &list, sizeof (list));
  leave ();
  EXPECT (list.before == 4 && list.between == 5);
  EXPECT (list.data == &data && list.more == &more);
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      /* Initialising it copies, too.  */
      omp_target_free (omp_target_alloc (1, device), device);
      RUN (region);
      RUN (enter_exit);
      RUN (updates);
      RUN (large);
      RUN (constant);
      RUN (descriptors);
      RUN (attached);
    }
  return check_done ();
}
