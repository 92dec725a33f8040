/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map clauses of target constructs, of each kind.  Clauses that set
   pointers on the device: target-pointers.c.  */

#define REGIONS(X)                                                             \
  X (add_one)                                                                  \
  X (spoil)                                                                    \
  X (see_zero)                                                                 \
  X (see_pointer)                                                              \
  X (read_two)                                                                 \
  X (sum_rows)                                                                 \
  X (read_three)                                                               \
  X (sum_whole)                                                                \
  X (lose_part)                                                                \
  X (use_firstprivate)
#include "target.h"

static void
add_one (void **slots)
{
  ++*(int *)real (slots[0]);
}

static void
transfers (void)
{
  int x = 5;
  clause (TOFROM, &x, sizeof (x));
  target (host_add_one);
  EXPECT (x == 6);
  clause (TO, &x, sizeof (x));
  target (host_add_one);
  EXPECT (x == 6);
  EXPECT (!omp_target_is_present (&x, device));
  /* Warm: no memory is allocated any more, and one copy brings all.  */
  forget_calls ();
  clause (TOFROM, &x, sizeof (x));
  target (host_add_one);
  EXPECT (calls.allocs == 0 && calls.frees == 0 && calls.runs == 1);
  EXPECT (device == 0 ? calls.writes + calls.reads == 0
                      : calls.writes == 1 && calls.reads == 1);
}

static void
staging (void)
{
  static int many[30][100];
  forget_calls ();
  for (int i = 0; i < 30; i++)
    {
      many[i][0] = i;
      clause (i == 0 ? TOFROM : TO, many[i], 40);
    }
  target (host_add_one);
  EXPECT (many[0][0] == 1);
  EXPECT (calls.writes <= 1);
}

static void
reference_counts (void)
{
  int a[4] = { 1, 2, 3, 4 };
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  EXPECT (omp_target_is_present (&a[3], device));
  clause (TOFROM, a, sizeof (a));
  clause (TOFROM, a, 4);
  target (host_add_one);
  EXPECT (a[0] == 1);
  clause (ALWAYS_FROM, a, sizeof (a));
  target (host_add_one);
  EXPECT (a[0] == 3);
  a[0] = 10;
  clause (ALWAYS_TO, a, 4);
  target (host_add_one);
  clause (FROM, a, 4);
  leave ();
  EXPECT (a[0] == 10 && omp_target_is_present (a, device));
  clause (FROM, a, 4);
  update ();
  EXPECT (a[0] == 11);
  clause (FROM, a, sizeof (a));
  leave ();
  EXPECT (!omp_target_is_present (a, device));
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  clause (DELETE, a, sizeof (a));
  leave ();
  EXPECT (!omp_target_is_present (a, device));
  /* What is not there is not an error at the end.  */
  clause (RELEASE, a, sizeof (a));
  leave ();
  clause (FROM, a, sizeof (a));
  update ();
}

static void
overlaps (void)
{
  static int a[8];
  clause (TO, a + 2, 4 * sizeof (int));
  enter ();
  clause (TO, a, 3 * sizeof (int));
  expect_error (host_add_one, "Trying to map into device [");
  EXPECT (strstr (gomp_error_text (), "target region test_region") != NULL);
  clause (DELETE, a + 2, 4 * sizeof (int));
  leave ();
}

struct ends
{
  int n;
  int between[3];
  int tail;
};

static void
members_apart (void)
{
  static struct ends s;
  clause (STRUCT, &s, 1);
  clause (TO, &s.n, sizeof (s.n));
  enter ();
  clause (STRUCT, &s, 2);
  clause (TO, &s.n, sizeof (s.n));
  clause (TO, &s.tail, sizeof (s.tail));
  expect_error (host_add_one, "structure element when other mapped elements");
  clause (DELETE, &s.n, sizeof (s.n));
  leave ();
}

static void
read_two (void **slots)
{
  struct ends *s = real (slots[0]);
  int *tail = real (slots[1]), *n = real (slots[2]), *again = real (slots[3]);
  *again += s->n + s->tail + (n == &s->n) + (tail == &s->tail);
}

static void
members_in_any_order (void)
{
  static struct ends s;
  s = (struct ends){ .n = 10, .tail = 20 };
  clause (STRUCT_ANY_ORDER, &s, 3);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, &s.n, sizeof (s.n));
  clause (FROM, &s.tail, sizeof (s.tail));
  target (host_read_two);
  EXPECT (s.n == 10 && s.tail == 52);
  EXPECT (!omp_target_is_present (&s.n, device));
  EXPECT (!omp_target_is_present (&s.tail, device));
  clause (STRUCT_ANY_ORDER, &s, 2);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, (char *)&s.tail - 4, 6);
  expect_error (host_add_one, "Trying to map into device [");
}

struct three
{
  int first, middle;
  int *last;
};

static void
read_three (void **slots)
{
  int *middle = real (slots[0]);
  struct three *s = real (slots[3]);
  int *last = real (s->last);
  *middle += s->first + *last;
}

/* What lies between a member and a pointer that is attached, and is mapped by a
   clause before these, has its own mapping.  */
static void
mapped_between (void)
{
  static int value = 3;
  static struct three s;
  s = (struct three){ 1, 2, &value };
  clause (TOFROM, &s.middle, sizeof (s.middle));
  clause (TO, &value, sizeof (value));
  clause (ATTACH, &s.last, 0);
  clause (STRUCT, &s, 1);
  clause (TO, &s.first, sizeof (s.first));
  target (host_read_three);
  EXPECT (s.middle == 6 && s.first == 1 && s.last == &value);
  EXPECT (!omp_target_is_present (&s.first, device));
  EXPECT (!omp_target_is_present (&s.middle, device));
}

static void
sum_whole (void **slots)
{
  int *part = real (slots[0]), *whole = real (slots[1]);
  int *result = real (slots[2]);
  EXPECT (part == whole + 1);
  *result = whole[0] + whole[1] + whole[2] + whole[3];
  part[0] = 100;
  whole[3] = 200;
}

/* A variable of a common block is passed before the block.  */
static void
part_before_whole (void)
{
  static int block[4];
  int result = 0;
  memcpy (block, (int[]){ 1, 2, 3, 4 }, sizeof (block));
  clause (IMPLICIT_TOFROM, &block[1], sizeof (int));
  clause (IMPLICIT_TOFROM, block, sizeof (block));
  clause (FROM, &result, sizeof (result));
  target (host_sum_whole);
  EXPECT (result == 10 && block[1] == 100 && block[3] == 200);
  EXPECT (!omp_target_is_present (block, device));
  clause (TOFROM, &block[1], sizeof (int));
  clause (IMPLICIT_TOFROM, block, sizeof (block));
  clause (FROM, &result, sizeof (result));
  target (host_sum_whole);
  EXPECT (result == 304 && !omp_target_is_present (&block[1], device));
  /* What is mapped of it is all there is for what is not written.  */
  clause (TO, block, 2 * sizeof (int));
  enter ();
  clause (IMPLICIT_TOFROM, block, sizeof (block));
  target (host_add_one);
  clause (FROM, block, 2 * sizeof (int));
  leave ();
  EXPECT (block[0] == 2 && !omp_target_is_present (block, device));
}

static int partly[6];

/* The other constructs give up the part while the region runs.  */
static void
lose_part (void **slots)
{
  int *whole = real (slots[0]);
  clause (RELEASE, &partly[2], 2 * sizeof (int));
  leave ();
  whole[2] = 30;
  whole[3] = 40;
}

/* What is copied back of an object of which a part is mapped is that part.  */
static void
part_of_whole_is_last (void)
{
  memcpy (partly, (int[]){ 1, 2, 3, 4, 5, 6 }, sizeof (partly));
  clause (TO, &partly[2], 2 * sizeof (int));
  enter ();
  clause (IMPLICIT_TOFROM, partly, sizeof (partly));
  target (host_lose_part);
  EXPECT (partly[0] == 1 && partly[1] == 2);
  EXPECT (partly[2] == 30 && partly[3] == 40);
  EXPECT (partly[4] == 5 && partly[5] == 6);
  EXPECT (!omp_target_is_present (&partly[2], device));
}

static void
sum_rows (void **slots)
{
  int **rows = real (slots[0]);
  int *result = real (slots[3]);
  EXPECT (*(int *)real (slots[1]) == 1);
  *result = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++)
      *result += ((int *)real (rows[i]))[k]++;
}

/* An entry for all rows, one for all their pointers: of GCC 16.  */
static void
iterators (void)
{
  static const void *table[6];
  static const uintptr_t image[8];
  GOMP_offload_register_ver (3 << 16 | 1, table, TYPE + 1, image);
  static int data[3][2];
  static int *rows[3];
  int result = 0;
  uintptr_t sections[7] = { 3 }, pointers[7] = { 3 }, none[1] = { 0 };
  for (int i = 0; i < 3; i++)
    {
      data[i][0] = 2 * i + 1;
      data[i][1] = 2 * i + 2;
      rows[i] = data[i];
      sections[1 + 2 * i] = (uintptr_t)data[i];
      sections[2 + 2 * i] = sizeof (data[i]);
      pointers[1 + 2 * i] = (uintptr_t)&rows[i];
      pointers[2 + 2 * i] = 0;
    }
  clause (TO, rows, sizeof (rows));
  clause (TOFROM, sections, SIZE_MAX);
  clause (ATTACH, pointers, SIZE_MAX);
  clause (FROM, &result, sizeof (result));
  clause (TO, none, SIZE_MAX);
  target (host_sum_rows);
  EXPECT (result == 21 && data[0][0] == 2 && data[2][1] == 7);
  EXPECT (rows[1] == data[1]);

  clause (TO, sections, SIZE_MAX);
  enter ();
  EXPECT (omp_target_is_present (&data[2][1], device));
  data[1][1] = 100;
  clause (TO, sections, SIZE_MAX);
  update ();
  data[1][1] = 0;
  clause (FROM, sections, SIZE_MAX);
  leave ();
  EXPECT (data[1][1] == 100 && !omp_target_is_present (&data[2][1], device));
  for (int i = 0; i < 3; i++)
    EXPECT (!omp_target_is_present (data[i], device));
  GOMP_offload_unregister_ver (3 << 16 | 1, table, TYPE + 1, image);
}

static void
spoil (void **slots)
{
  memset ((char *)real (slots[0]) + 4, 0, 8);
}

static void
overruns (void)
{
  static int x;
  if (device != 0)
    return;
  clause (TOFROM, &x, sizeof (x));
  expect_error (host_spoil, "bytes 0 to 7 after the end of [");
}

static void
see_zero (void **slots)
{
  *(int *)real (slots[1]) = slots[0] == NULL ? 0 : *(int *)real (slots[0]);
}

static void
zero_lengths (void)
{
  int a[2] = { 3, 4 }, seen = -1;
  clause (ZERO_LENGTH, a, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  EXPECT (seen == 0);
  clause (TO, a, sizeof (a));
  enter ();
  clause (ZERO_LENGTH, a + 1, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  EXPECT (seen == 4);
  clause (DELETE, a, sizeof (a));
  leave ();
}

static void
see (const int *p, int expected)
{
  int seen = -1;
  clause (ZERO_LENGTH, (void *)p, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  EXPECT (seen == expected);
}

/* Behind a mapping nothing is mapped, but by what begins there.  */
static void
zero_length_behind (void)
{
  static int a[4] = { 1, 2, 3, 4 };
  clause (TO, a, 2 * sizeof (a[0]));
  enter ();
  see (a + 2, 0);
  clause (ZERO_LENGTH, a + 2, 0);
  enter ();
  clause (ZERO_LENGTH, a + 2, 0);
  leave ();
  clause (DELETE_ZERO_LENGTH, a + 2, 0);
  leave ();
  EXPECT (omp_target_is_present (a, device));
  clause (TO, a + 2, 2 * sizeof (a[0]));
  enter ();
  see (a + 2, 3);
  see (a + 1, 2);
  see (a + 4, 0);
  clause (ZERO_LENGTH, a + 2, 0);
  enter ();
  clause (RELEASE, a + 2, sizeof (a[0]));
  leave ();
  EXPECT (omp_target_is_present (a + 2, device));
  clause (DELETE_ZERO_LENGTH, a + 2, 0);
  leave ();
  EXPECT (!omp_target_is_present (a + 2, device));
  clause (ZERO_LENGTH, a + 1, 0);
  leave ();
  EXPECT (!omp_target_is_present (a, device));
}

static void
see_pointer (void **slots)
{
  *(void **)real (slots[1]) = slots[0];
}

/* Programs of GCC 14 find the host's pointer where nothing is mapped.  */
static void
kept_pointers (void)
{
  static const void *table[6];
  static const uintptr_t data[8];
  int a[2] = { 3, 4 };
  void *seen = NULL;
  GOMP_offload_register_ver (3 << 16 | 1, table, TYPE + 1, data);
  clause (ZERO_LENGTH, a, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_pointer);
  EXPECT (seen == (void *)a);
  GOMP_offload_unregister_ver (3 << 16 | 1, table, TYPE + 1, data);
  clause (ZERO_LENGTH, a, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_pointer);
  EXPECT (seen == NULL);
}

static void
use_firstprivate (void **slots)
{
  int *copy = real (slots[0]);
  int *result = real (slots[2]);
  *result = *copy + (int)(intptr_t)slots[1];
  *copy = 0;
}

static void
firstprivate (void)
{
  int x = 5, result = 0;
  clause (FIRSTPRIVATE, &x, sizeof (x));
  clause (VALUE, (void *)37, 0);
  clause (FROM, &result, sizeof (result));
  target (host_use_firstprivate);
  EXPECT (x == 5 && result == 42);
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (transfers);
      RUN (staging);
      RUN (reference_counts);
      RUN (overlaps);
      RUN (members_apart);
      RUN (members_in_any_order);
      RUN (mapped_between);
      RUN (iterators);
      RUN (part_before_whole);
      RUN (part_of_whole_is_last);
      RUN (zero_lengths);
      RUN (zero_length_behind);
      RUN (kept_pointers);
      RUN (firstprivate);
      RUN (overruns);
    }
  return check_done ();
}
