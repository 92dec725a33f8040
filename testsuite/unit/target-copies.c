/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How often a construct has its plugin copy: small copies of one construct are
   gathered, both ways.  */

#define REGIONS(X) X (add_one) X (add_constant) X (read_constant)
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
  CHECK (*(int *)real (slots[0]) == 7);
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
  CHECK (were (1, 1) && are_added (1));
}

static void
enter_exit (void)
{
  fill ();
  forget_calls ();
  clauses_of (TO);
  enter ();
  CHECK (were (1, 0));
  clauses_of (ALWAYS_FROM);
  target (host_add_one);
  /* The arguments of the region.  */
  CHECK (were (2, 1) && are_added (1));
  clauses_of (ALLOC);
  target (host_add_one);
  CHECK (were (3, 1) && are_added (1));
  clauses_of (FROM);
  leave ();
  CHECK (were (3, 2) && are_added (2));
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
  CHECK (were (0, 1) && are_added (1));
  fill ();
  clauses_of (TO);
  update ();
  CHECK (were (1, 1));
  clauses_of (FROM);
  leave ();
  CHECK (were (1, 2) && are_added (0));
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
  CHECK (device == 0 ? calls.reads == 0 : calls.reads > 1);
  for (int i = 0; i < MANY; i++)
    for (size_t k = 0; k < sizeof (bytes[i]); k++)
      if (bytes[i][k] != (k < sizeof (bytes[i]) >> i % 4 ? 1 : 2))
        CHECK (!"the byte");
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
  CHECK (changed == 7);
  clause (IMPLICIT_TOFROM, (void *)(uintptr_t)&number, sizeof (number));
  target (host_read_constant);
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
    }
  return check_done ();
}
