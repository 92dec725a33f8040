/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 4" } */
/* Large copies to device memory, which is new or was used before: at sizes and
   offsets around those at which the library copies in another way, by clauses
   and by routines, from several threads at once, and while regions run.
   Neighbouring data keep their values.  */

#include <stdint.h>
#include <string.h>

#include "target-check.h"

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)
#define LONGEST (9 * MIB)
#define MARGIN 4096

static const size_t sizes[]
    = { MIB - 1, MIB,           MIB + 1,        3 * MIB + 17, 4 * MIB - 4096,
        MIB + 7, 4 * MIB + 512, 5 * MIB + 4097, LONGEST };
static const size_t offsets[]
    = { 0, 1, 63, 4095, 4096, 512 * KIB - 1, 512 * KIB, 512 * KIB + 1 };
#define COUNT(list) (sizeof (list) / sizeof *(list))

static void
fill (unsigned char *p, size_t size, unsigned seed)
{
  for (size_t i = 0; i < size; i++)
    p[i] = (unsigned char)((i * 2654435761u >> 11) + seed);
}

/* How many bytes are not what fill made.  */
#pragma omp declare target
static long
count_wrong (const unsigned char *p, size_t size, unsigned seed)
{
  long wrong = 0;
  for (size_t i = 0; i < size; i++)
    wrong += p[i] != (unsigned char)((i * 2654435761u >> 11) + seed);
  return wrong;
}

/* Before and behind SIZE bytes at OFFSET.  */
static long
count_beside (const unsigned char *p, size_t offset, size_t size, size_t all)
{
  long wrong = 0;
  for (size_t i = 0; i < offset; i++)
    wrong += p[i] != 0xa5;
  for (size_t i = offset + size; i < all; i++)
    wrong += p[i] != 0xa5;
  return wrong;
}
#pragma omp end declare target

static unsigned char *
get (size_t size)
{
  unsigned char *p = malloc (size);
  CHECK (p != NULL);
  return p;
}

/* ---- Routines.  */

/* To memory that has something there, or is new, and back.  */
static void
copy_by_routine (size_t offset, size_t size, int is_new)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  size_t all = offset + size + MARGIN;
  unsigned char *from = get (size), *back = get (size);
  unsigned char *d = omp_target_alloc (all, device);
  long wrong = 0, beside = 0;
  unsigned seed = (unsigned)(offset + size);

  CHECK (d != NULL);
  fill (from, size, seed);
  if (!is_new)
#pragma omp target is_device_ptr(d)
    memset (d, 0xa5, all);
  CHECK (omp_target_memcpy (d, from, size, offset, 0, device, host) == 0);
#pragma omp target is_device_ptr(d) map(tofrom : wrong, beside)
  {
    wrong = count_wrong (d + offset, size, seed);
    beside = is_new ? 0 : count_beside (d, offset, size, all);
  }
  CHECK (wrong == 0 && beside == 0);
  memset (back, 0, size);
  CHECK (omp_target_memcpy (back, d, size, 0, offset, host, device) == 0);
  CHECK (count_wrong (back, size, seed) == 0);
  /* Once more, now that it was copied to.  */
  fill (from, size, seed + 1);
  CHECK (omp_target_memcpy (d, from, size, offset, 0, device, host) == 0);
#pragma omp target is_device_ptr(d) map(tofrom : wrong)
  wrong = count_wrong (d + offset, size, seed + 1);
  CHECK (wrong == 0);
  omp_target_free (d, device);
  free (from);
  free (back);
}

static void
routines (void)
{
  for (size_t i = 0; i < COUNT (sizes); i++)
    {
      copy_by_routine (offsets[i % COUNT (offsets)], sizes[i], 1);
      copy_by_routine (offsets[(i + 3) % COUNT (offsets)], sizes[i], 0);
    }
  for (size_t i = 0; i < COUNT (offsets); i++)
    copy_by_routine (offsets[i], 2 * MIB + 100, (int)(i % 2));
}

/* Nobody frees, so that all of it is new.  */
static void
fresh (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  unsigned char *from = get (LONGEST), *d[6];
  long wrong = 0;

  for (unsigned i = 0; i < COUNT (d); i++)
    {
      fill (from, LONGEST, i);
      d[i] = omp_target_alloc (LONGEST, device);
      CHECK (d[i] != NULL);
      CHECK (omp_target_memcpy (d[i], from, LONGEST - i, 0, 0, device, host)
             == 0);
    }
  for (unsigned i = 0; i < COUNT (d); i++)
    {
      unsigned char *p = d[i];
#pragma omp target is_device_ptr(p) map(tofrom : wrong)
      wrong += count_wrong (p, LONGEST - i, i);
      omp_target_free (p, device);
    }
  CHECK (wrong == 0);
  free (from);
}

/* Within the device: to new memory, and within one block, which was copied to
   in part.  */
static void
within_device (void)
{
  int device = omp_get_default_device (), host = omp_get_initial_device ();
  size_t size = 3 * MIB + 5, moved = size + 1;
  unsigned char *from = get (size);
  unsigned char *d = omp_target_alloc (size + moved, device);
  unsigned char *other = omp_target_alloc (size, device);
  long wrong = 0;

  fill (from, size, 4);
  CHECK (d != NULL && other != NULL);
  CHECK (omp_target_memcpy (d, from, size, 0, 0, device, host) == 0);
  CHECK (omp_target_memcpy (other, d, size, 0, 0, device, device) == 0);
#pragma omp target is_device_ptr(other) map(tofrom : wrong)
  wrong = count_wrong (other, size, 4);
  CHECK (wrong == 0);
  CHECK (omp_target_memcpy (d, d, size, moved, 0, device, device) == 0);
#pragma omp target is_device_ptr(d) map(tofrom : wrong)
  wrong = count_wrong (d + moved, size, 4);
  CHECK (wrong == 0);
  omp_target_free (d, device);
  omp_target_free (other, device);
  free (from);
}

/* ---- Clauses.  */

/* What fill made, but for the first and the last.  */
#pragma omp declare target
static long
count_wrong_inside (const unsigned char *p, size_t size, unsigned seed)
{
  long wrong = 0;
  for (size_t i = 1; i + 1 < size; i++)
    wrong += p[i] != (unsigned char)((i * 2654435761u >> 11) + seed);
  return wrong;
}
#pragma omp end declare target

static void
mapped (size_t size)
{
  unsigned char *p = get (size);
  long wrong = 0;

  fill (p, size, 1);
#pragma omp target data map(tofrom : p [0:size])
  {
#pragma omp target map(tofrom : wrong)
    wrong = count_wrong (p, size, 1);
    CHECK (wrong == 0);
    fill (p, size, 2);
#pragma omp target update to(p [1:size - 2])
#pragma omp target map(tofrom : wrong)
    {
      wrong = count_wrong_inside (p, size, 2);
      memset (p, 6, size);
    }
    CHECK (wrong == 0);
#pragma omp target update from(p [1:size - 2])
    for (size_t i = 1; i + 1 < size; i++)
      wrong += p[i] != 6;
    CHECK (wrong == 0);
#pragma omp target
    memset (p, 7, size);
  }
  for (size_t i = 0; i < size; i++)
    wrong += p[i] != 7;
  CHECK (wrong == 0);
  free (p);
}

static void
clauses (void)
{
  for (size_t i = 0; i < COUNT (sizes); i++)
    mapped (sizes[i]);
}

/* A structure of much data between small ones, in one block.  */
static struct
{
  char before[3];
  unsigned char much[3 << 20];
  char behind[5];
} whole = { { 1, 2, 3 }, { 0 }, { 4, 5, 6, 7, 8 } };

static void
among_small_ones (void)
{
  int one = 1, two = 2;
  long wrong = 0;

  fill (whole.much, sizeof whole.much, 9);
#pragma omp target map(tofrom : one, two, wrong) map(to : whole)
  {
    wrong = count_wrong (whole.much, sizeof whole.much, 9);
    wrong += whole.before[2] != 3 || whole.behind[0] != 4
             || whole.behind[4] != 8 || one != 1 || two != 2;
    one = two = 5;
  }
  CHECK (wrong == 0 && one == 5 && two == 5);
}

/* ---- Several threads at once.  */

static void
threads (void)
{
  long wrong = 0;

#pragma omp parallel reduction(+ : wrong)
  for (unsigned i = 0; i < 4; i++)
    {
      unsigned seed = 16 * (unsigned)omp_get_thread_num () + i;
      size_t size = 2 * MIB + seed * 4099;
      unsigned char *p = get (size);
      long w = 0;

      fill (p, size, seed);
#pragma omp target map(to : p [0:size]) map(tofrom : w)
      w = count_wrong (p, size, seed);
      wrong += w;
      free (p);
    }
  CHECK (wrong == 0);
}

/* While regions run: they take no notice.  */
static void
beside_regions (void)
{
  static int counters[1 << 16];
  size_t size = 6 * MIB;
  unsigned char *p = get (size);
  long wrong = 0;

#pragma omp target enter data map(to : counters)
  for (unsigned i = 0; i < 6; i++)
    {
#pragma omp target nowait
      for (int k = 0; k < 20; k++)
        for (size_t n = 0; n < COUNT (counters); n++)
          counters[n]++;
      fill (p, size, i);
#pragma omp target enter data map(to : p [0:size])
#pragma omp taskwait
#pragma omp target map(tofrom : wrong)
      wrong += count_wrong (p, size, i);
#pragma omp target exit data map(delete : p [0:size])
    }
#pragma omp target exit data map(from : counters)
  for (size_t n = 0; n < COUNT (counters); n++)
    wrong += counters[n] != 120;
  CHECK (wrong == 0);
  free (p);
}

int
main (void)
{
  fresh ();
  routines ();
  within_device ();
  clauses ();
  among_small_ones ();
  threads ();
  beside_regions ();
  return 0;
}
