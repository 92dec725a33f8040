/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The map clauses of target constructs, of each kind.  */

#define REGIONS(X)                                                             \
  X (add_one)                                                                  \
  X (read_struct)                                                              \
  X (sum_descriptor)                                                           \
  X (spoil)                                                                    \
  X (see_zero)                                                                 \
  X (see_pointer)                                                              \
  X (read_attached)                                                            \
  X (replace_pointer)                                                          \
  X (use_reference)                                                            \
  X (read_parts)                                                               \
  X (read_two)                                                                 \
  X (sum_rows)                                                                 \
  X (sum_whole)                                                                \
  X (lose_part)                                                                \
  X (sum_first)                                                                \
  X (sum_second)                                                               \
  X (call_closure)                                                             \
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
  CHECK (x == 6);
  clause (TO, &x, sizeof (x));
  target (host_add_one);
  CHECK (x == 6);
  CHECK (!omp_target_is_present (&x, device));
  /* Warm: no memory is allocated any more, and one copy brings all.  */
  forget_calls ();
  clause (TOFROM, &x, sizeof (x));
  target (host_add_one);
  CHECK (calls.allocs == 0 && calls.frees == 0 && calls.runs == 1);
  CHECK (device == 0 ? calls.writes + calls.reads == 0
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
  CHECK (many[0][0] == 1);
  CHECK (calls.writes <= 1);
}

static void
reference_counts (void)
{
  int a[4] = { 1, 2, 3, 4 };
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  CHECK (omp_target_is_present (&a[3], device));
  clause (TOFROM, a, sizeof (a));
  clause (TOFROM, a, 4);
  target (host_add_one);
  CHECK (a[0] == 1);
  clause (ALWAYS_FROM, a, sizeof (a));
  target (host_add_one);
  CHECK (a[0] == 3);
  a[0] = 10;
  clause (ALWAYS_TO, a, 4);
  target (host_add_one);
  clause (FROM, a, 4);
  leave ();
  CHECK (a[0] == 10 && omp_target_is_present (a, device));
  clause (FROM, a, 4);
  update ();
  CHECK (a[0] == 11);
  clause (FROM, a, sizeof (a));
  leave ();
  CHECK (!omp_target_is_present (a, device));
  clause (TO, a, sizeof (a));
  enter ();
  clause (TO, a, sizeof (a));
  enter ();
  clause (DELETE, a, sizeof (a));
  leave ();
  CHECK (!omp_target_is_present (a, device));
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
  CHECK (strstr (gomp_error_text (), "target region test_region") != NULL);
  clause (DELETE, a + 2, 4 * sizeof (int));
  leave ();
}

struct list
{
  int n;
  int pad;
  int *data;
  int tail;
};

static void
read_struct (void **slots)
{
  struct list *s = real (slots[0]);
  int *data = real (s->data);
  int sum = 0;
  for (int i = 0; i < s->n; i++)
    sum += data[i]++;
  s->n = sum;
}

static void
structures (void)
{
  int data[3] = { 10, 20, 30 };
  struct list s = { .n = 3, .data = data, .tail = 7 };
  clause (STRUCT, &s, 2);
  clause (TOFROM, &s.n, sizeof (s.n));
  clause (ALLOC, &s.data, sizeof (s.data));
  clause (TOFROM, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  target (host_read_struct);
  CHECK (s.n == 60 && s.data == data && s.tail == 7);
  CHECK (data[0] == 11 && data[2] == 31);
  CHECK (!omp_target_is_present (&s, device));

  /* The same, kept on the device; copies leave the pointer alone.  */
  s.n = 3;
  clause (TO, &s, sizeof (s));
  enter ();
  clause (TO, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  enter ();
  clause (TO, &s, sizeof (s));
  update ();
  clause (TOFROM, &s, sizeof (s));
  target (host_read_struct);
  clause (FROM, &s, sizeof (s));
  update ();
  CHECK (s.n == 63 && s.data == data);
  clause (FROM, data, sizeof (data));
  clause (DETACH, &s.data, 0);
  leave ();
  CHECK (data[2] == 32);
  clause (FROM, &s, sizeof (s));
  leave ();
  CHECK (s.data == data && !omp_target_is_present (&s, device));
}

static void
members_apart (void)
{
  static struct list s;
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
read_attached (void **slots)
{
  struct list *s = real (slots[2]);
  int *data = real (s->data);
  s->tail = data[0] + data[1];
  data[1] = 5;
}

/* As GCC 12 maps s.data[0:2] and s.tail: the pointer has no entry.  */
static void
pointer_beside_members (void)
{
  static int data[2], more[2];
  static struct list pair[2];
  struct list *s = pair;
  memcpy (data, (int[]){ 3, 4 }, sizeof (data));
  pair[0] = (struct list){ .data = data, .tail = 7 };
  pair[1] = (struct list){ .data = more, .tail = 8 };
  clause (TOFROM, data, sizeof (data));
  clause (ATTACH, &s->data, 0);
  clause (STRUCT, s, 1);
  clause (TOFROM, &s->tail, sizeof (s->tail));
  clause (TO, more, sizeof (more));
  clause (ATTACH, &s[1].data, 0);
  clause (STRUCT, &s[1], 1);
  clause (TO, &s[1].n, sizeof (s->n));
  target (host_read_attached);
  CHECK (s->tail == 7 && s->data == data && data[1] == 5);
  CHECK (!omp_target_is_present (&s->data, device));

  /* The same in two steps, and what lies before the pointer.  */
  data[1] = 6;
  clause (TO, data, sizeof (data));
  clause (ATTACH, &s->data, 0);
  clause (STRUCT, s, 1);
  clause (TO, &s->tail, sizeof (s->tail));
  enter ();
  clause (TOFROM, data, sizeof (data));
  clause (ATTACH, &s->data, 0);
  clause (STRUCT, s, 1);
  clause (TOFROM, &s->tail, sizeof (s->tail));
  target (host_read_attached);
  clause (FROM, data, sizeof (data));
  clause (DETACH, &s->data, 0);
  clause (FROM, &s->tail, sizeof (s->tail));
  leave ();
  CHECK (s->tail == 9 && data[1] == 5 && s->data == data);
  CHECK (!omp_target_is_present (&s->tail, device));
  CHECK (!omp_target_is_present (data, device));
}

static int pointee, *pointer;

static void
map_pointer (void)
{
  clause (TO, &pointer, sizeof (pointer));
  enter ();
}

static void
attach_pointer (void)
{
  clause (ALLOC, &pointee, sizeof (pointee));
  clause (ATTACH, &pointer, 0);
  enter ();
}

static bool
is_pointer_attached (void)
{
  uintptr_t *there = real (omp_get_mapped_ptr (&pointer, device));
  return *there >= SHIFT;
}

/* The other constructs map the pointer anew while the region runs.  */
static void
replace_pointer (void **slots)
{
  CHECK (real (slots[0]) != NULL && is_pointer_attached ());
  clause (DELETE, &pointer, sizeof (pointer));
  leave ();
  map_pointer ();
  attach_pointer ();
}

/* A region that attaches a pointer without mapping it: its end is of no concern
   to a later mapping of the pointer.  */
static void
pointer_mapped_anew (void)
{
  pointer = &pointee;
  map_pointer ();
  clause (TOFROM, &pointee, sizeof (pointee));
  clause (ATTACH, &pointer, 0);
  target (host_replace_pointer);
  CHECK (is_pointer_attached ());
  clause (DETACH, &pointer, 0);
  clause (DELETE, &pointee, sizeof (pointee));
  leave ();
  CHECK (!is_pointer_attached () && !omp_target_is_present (&pointee, device));
  clause (FROM, &pointer, sizeof (pointer));
  leave ();
  CHECK (pointer == &pointee && !omp_target_is_present (&pointer, device));
}

struct closure
{
  int *count;
  int *data;
};

static void
call_closure (void **slots)
{
  struct closure *closure = real (slots[1]);
  int *count = real (slots[2]), *data = real (closure->data);
  *count += data[1]++;
}

/* As GCC 12 maps what the references in a closure refer to: among its
   members.  */
static void
references_among_members (void)
{
  static int data[2], count;
  static struct closure closure;
  data[1] = 4;
  count = 2;
  closure = (struct closure){ &count, data };
  clause (IMPLICIT_TOFROM, &closure, sizeof (closure));
  clause (STRUCT, &closure, 3);
  clause (TOFROM, &count, sizeof (count));
  clause (ALLOC, &closure.data, sizeof (closure.data));
  clause (TOFROM, data, sizeof (data));
  clause (ALWAYS_POINTER, &closure.data, 0);
  target (host_call_closure);
  CHECK (data[1] == 5 && count == 6);
  /* What was set on the device is not the host's.  */
  CHECK (closure.data == data && closure.count == &count);
  CHECK (!omp_target_is_present (&closure, device));
  CHECK (!omp_target_is_present (data, device));
  CHECK (!omp_target_is_present (&count, device));

  /* Also where it stays.  */
  clause (TO, &closure, sizeof (closure));
  enter ();
  clause (TO, data, sizeof (data));
  clause (ALWAYS_POINTER, &closure.data, 0);
  enter ();
  clause (FROM, &closure, sizeof (closure));
  update ();
  CHECK (closure.data == data && closure.count == &count);
  clause (DELETE, &closure, sizeof (closure));
  clause (DELETE, data, sizeof (data));
  leave ();
}

struct refers
{
  int before;
  short **x;
  int after;
};

static void
use_reference (void **slots)
{
  struct refers *s = real (slots[0]);
  short *x = real (*(short **)real (s->x));
  s->before += x[1]++ + s->after;
}

/* As GCC 12 maps members, one of which is a reference to a pointer, with a
   section of what that points to: the entries that set pointers come among the
   members, are not counted, and that of the reference follows the one that
   attaches the pointer.  */
static void
reference_to_pointer (void)
{
  static short numbers[3];
  static short *p;
  static struct refers s;
  numbers[1] = 4;
  p = numbers;
  s.before = 1;
  s.x = &p;
  s.after = 2;
  clause (STRUCT, &s, 3);
  clause (TOFROM, &s.before, sizeof (s.before));
  clause (ALLOC, &s.x, sizeof (s.x));
  clause (ATTACH, &p, 2);
  clause (ALWAYS_POINTER, &s.x, 0);
  clause (TO, &s.after, sizeof (s.after));
  clause (TOFROM, &numbers[1], 2 * sizeof (numbers[1]));
  clause (TOFROM, &p, sizeof (p));
  target (host_use_reference);
  CHECK (s.before == 7 && numbers[1] == 5 && s.x == &p && p == numbers);
  CHECK (!omp_target_is_present (&s, device));
  CHECK (!omp_target_is_present (&s.after, device));
  CHECK (!omp_target_is_present (&p, device));
}

static void
read_two (void **slots)
{
  struct list *s = real (slots[0]);
  int *tail = real (slots[1]), *n = real (slots[2]), *again = real (slots[3]);
  *again += s->n + s->tail + (n == &s->n) + (tail == &s->tail);
}

static void
members_in_any_order (void)
{
  static struct list s;
  s = (struct list){ .n = 10, .tail = 20 };
  clause (STRUCT_ANY_ORDER, &s, 3);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, &s.n, sizeof (s.n));
  clause (FROM, &s.tail, sizeof (s.tail));
  target (host_read_two);
  CHECK (s.n == 10 && s.tail == 52);
  CHECK (!omp_target_is_present (&s.n, device));
  CHECK (!omp_target_is_present (&s.tail, device));
  clause (STRUCT_ANY_ORDER, &s, 2);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, (char *)&s.tail - 4, 8);
  expect_error (host_add_one, "Trying to map into device [");
}

struct parts
{
  int n;
  int *first;
  int *second;
};

static void
read_parts (void **slots)
{
  struct parts *s = real (slots[0]);
  int *first = real (s->first), *second = real (s->second);
  s->n += first[0]++ + second[0]++;
}

static void
clauses_for_parts (struct parts *s, int kind)
{
  clause (STRUCT, s, 3);
  clause (kind, &s->n, sizeof (s->n));
  clause (TO, &s->second, sizeof (s->second));
  clause (TO, &s->first, sizeof (s->first));
  clause (kind, s->first, sizeof (int));
  clause (ALWAYS_POINTER, &s->first, 0);
  clause (kind, s->second, sizeof (int));
  clause (ALWAYS_POINTER, &s->second, 0);
}

/* As GCC 12 maps components of a derived type: not by ascending address.  */
static void
components_out_of_order (void)
{
  static int first, second;
  static struct parts s;
  s = (struct parts){ .n = 1, .first = &first, .second = &second };
  first = 10;
  second = 20;
  clauses_for_parts (&s, TOFROM);
  target (host_read_parts);
  CHECK (s.n == 31 && first == 11 && second == 21);
  CHECK (s.first == &first && s.second == &second);
  CHECK (!omp_target_is_present (&s, device));
  CHECK (!omp_target_is_present (&s.first, device));

  /* Also where they are there already.  */
  clauses_for_parts (&s, TO);
  enter ();
  clauses_for_parts (&s, TOFROM);
  target (host_read_parts);
  CHECK (s.n == 31 && first == 11);
  clause (FROM, &s.n, sizeof (s.n));
  clause (DELETE, &first, sizeof (first));
  clause (FROM, &second, sizeof (second));
  leave ();
  CHECK (s.n == 63 && first == 11 && second == 22);
  CHECK (!omp_target_is_present (&s.second, device));
}

static void
sum_whole (void **slots)
{
  int *part = real (slots[0]), *whole = real (slots[1]);
  int *result = real (slots[2]);
  CHECK (part == whole + 1);
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
  CHECK (result == 10 && block[1] == 100 && block[3] == 200);
  CHECK (!omp_target_is_present (block, device));
  clause (TOFROM, &block[1], sizeof (int));
  clause (IMPLICIT_TOFROM, block, sizeof (block));
  clause (FROM, &result, sizeof (result));
  target (host_sum_whole);
  CHECK (result == 304 && !omp_target_is_present (&block[1], device));
  /* What is mapped of it is all there is for what is not written.  */
  clause (TO, block, 2 * sizeof (int));
  enter ();
  clause (IMPLICIT_TOFROM, block, sizeof (block));
  target (host_add_one);
  clause (FROM, block, 2 * sizeof (int));
  leave ();
  CHECK (block[0] == 2 && !omp_target_is_present (block, device));
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
  CHECK (partly[0] == 1 && partly[1] == 2);
  CHECK (partly[2] == 30 && partly[3] == 40);
  CHECK (partly[4] == 5 && partly[5] == 6);
  CHECK (!omp_target_is_present (&partly[2], device));
}

static void
sum_rows (void **slots)
{
  int **rows = real (slots[0]);
  int *result = real (slots[3]);
  CHECK (*(int *)real (slots[1]) == 1);
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
  CHECK (result == 21 && data[0][0] == 2 && data[2][1] == 7);
  CHECK (rows[1] == data[1]);

  clause (TO, sections, SIZE_MAX);
  enter ();
  CHECK (omp_target_is_present (&data[2][1], device));
  data[1][1] = 100;
  clause (TO, sections, SIZE_MAX);
  update ();
  data[1][1] = 0;
  clause (FROM, sections, SIZE_MAX);
  leave ();
  CHECK (data[1][1] == 100 && !omp_target_is_present (&data[2][1], device));
  for (int i = 0; i < 3; i++)
    CHECK (!omp_target_is_present (data[i], device));
  GOMP_offload_unregister_ver (3 << 16 | 1, table, TYPE + 1, image);
}

struct descriptor
{
  int *data;
  size_t length;
};

static void
sum_descriptor (void **slots)
{
  struct descriptor *d = real (slots[1]);
  int *result = real (slots[3]);
  int *data = d->length == 0 ? NULL : real (d->data);
  *result = 0;
  for (size_t i = 0; i < d->length; i++)
    *result += data[i];
}

static int
run_descriptor (struct descriptor *d)
{
  int result = -1;
  clause (TO, d->data, d->length * sizeof (int));
  clause (DESCRIPTOR, d, sizeof (*d));
  clause (POINTER, &d->data, 0);
  clause (FROM, &result, sizeof (result));
  target (host_sum_descriptor);
  return result;
}

static void
descriptors (void)
{
  static int data[3] = { 1, 2, 3 };
  static struct descriptor d;
  d = (struct descriptor){ data, 3 };
  CHECK (run_descriptor (&d) == 6);
  CHECK (d.data == data);
  d = (struct descriptor){ NULL, 0 };
  CHECK (run_descriptor (&d) == 0);
  /* Null when it was mapped, not null later.  */
  clause (DESCRIPTOR, &d, sizeof (d));
  clause (POINTER, &d.data, 0);
  enter ();
  d = (struct descriptor){ data, 3 };
  CHECK (run_descriptor (&d) == 6);
  clause (DELETE, &d, sizeof (d));
  leave ();
  clause (DESCRIPTOR, &d, sizeof (d));
  clause (POINTER, &d.data, 0);
  expect_error (host_sum_descriptor, "Pointer target of array section");
}

/* Sections of one array.  */
static int thirds[9];
static struct descriptor of_thirds;
static int sums[3];

static void
map_third (int k)
{
  clause (TO, &thirds[3 * k], 3 * sizeof (int));
  clause (DESCRIPTOR, &of_thirds, sizeof (of_thirds));
  clause (POINTER, &of_thirds.data, (size_t)k * 3 * sizeof (int));
  clause (FROM, &sums[k], sizeof (sums[k]));
}

static void
sum_third (void **slots, int k)
{
  struct descriptor *d = real (slots[1]);
  int *data = real (d->data);
  *(int *)real (slots[3]) = data[3 * k] + data[3 * k + 1] + data[3 * k + 2];
}

static void
sum_second (void **slots)
{
  sum_third (slots, 1);
}

static void
sum_first (void **slots)
{
  map_third (1);
  target (host_sum_second);
  sum_third (slots, 0);
}

/* Each region has the array's descriptor as it needs it: two at once, also
   where another section is mapped around them.  */
static void
sections_at_once (void)
{
  memcpy (thirds, (int[]){ 1, 1, 1, 2, 2, 2, 3, 3, 3 }, sizeof (thirds));
  of_thirds = (struct descriptor){ thirds, 9 };
  memset (sums, 0, sizeof (sums));
  map_third (0);
  target (host_sum_first);
  CHECK (sums[0] == 3 && sums[1] == 6);
  CHECK (!omp_target_is_present (&of_thirds, device));

  memset (sums, 0, sizeof (sums));
  map_third (2);
  enter ();
  map_third (0);
  target (host_sum_first);
  CHECK (sums[0] == 3 && sums[1] == 6);
  CHECK (omp_target_is_present (&of_thirds, device));
  clause (DELETE, &of_thirds, sizeof (of_thirds));
  clause (DELETE, &thirds[6], 3 * sizeof (int));
  clause (DELETE, &sums[2], sizeof (sums[2]));
  leave ();
  CHECK (!omp_target_is_present (&of_thirds, device));
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
  CHECK (seen == 0);
  clause (TO, a, sizeof (a));
  enter ();
  clause (ZERO_LENGTH, a + 1, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_zero);
  CHECK (seen == 4);
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
  CHECK (seen == expected);
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
  CHECK (omp_target_is_present (a, device));
  clause (TO, a + 2, 2 * sizeof (a[0]));
  enter ();
  see (a + 2, 3);
  see (a + 1, 2);
  see (a + 4, 0);
  clause (ZERO_LENGTH, a + 2, 0);
  enter ();
  clause (RELEASE, a + 2, sizeof (a[0]));
  leave ();
  CHECK (omp_target_is_present (a + 2, device));
  clause (DELETE_ZERO_LENGTH, a + 2, 0);
  leave ();
  CHECK (!omp_target_is_present (a + 2, device));
  clause (ZERO_LENGTH, a + 1, 0);
  leave ();
  CHECK (!omp_target_is_present (a, device));
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
  CHECK (seen == (void *)a);
  GOMP_offload_unregister_ver (3 << 16 | 1, table, TYPE + 1, data);
  clause (ZERO_LENGTH, a, 0);
  clause (FROM, &seen, sizeof (seen));
  target (host_see_pointer);
  CHECK (seen == NULL);
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
  CHECK (x == 5 && result == 42);
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
      RUN (structures);
      RUN (members_apart);
      RUN (pointer_beside_members);
      RUN (pointer_mapped_anew);
      RUN (references_among_members);
      RUN (reference_to_pointer);
      RUN (members_in_any_order);
      RUN (components_out_of_order);
      RUN (iterators);
      RUN (part_before_whole);
      RUN (part_of_whole_is_last);
      RUN (descriptors);
      RUN (sections_at_once);
      RUN (zero_lengths);
      RUN (zero_length_behind);
      RUN (kept_pointers);
      RUN (firstprivate);
      RUN (overruns);
    }
  return check_done ();
}
