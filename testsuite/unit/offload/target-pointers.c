/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map clauses that set pointers on the device: to attach them, for components
   and descriptors, and for references.  */

#define REGIONS(X)                                                             \
  X (read_struct)                                                              \
  X (read_attached)                                                            \
  X (read_member_pointer)                                                      \
  X (replace_pointer)                                                          \
  X (call_closure)                                                             \
  X (use_reference)                                                            \
  X (read_parts)                                                               \
  X (sum_descriptor)                                                           \
  X (sum_first)                                                                \
  X (sum_second)
#include "target.h"

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
  EXPECT (s.n == 60 && s.data == data && s.tail == 7);
  EXPECT (data[0] == 11 && data[2] == 31);
  EXPECT (!omp_target_is_present (&s, device));

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
  EXPECT (s.n == 63 && s.data == data);
  clause (FROM, data, sizeof (data));
  clause (DETACH, &s.data, 0);
  leave ();
  EXPECT (data[2] == 32);
  clause (FROM, &s, sizeof (s));
  leave ();
  EXPECT (s.data == data && !omp_target_is_present (&s, device));
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
  EXPECT (s->tail == 7 && s->data == data && data[1] == 5);
  EXPECT (!omp_target_is_present (&s->data, device));

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
  EXPECT (s->tail == 9 && data[1] == 5 && s->data == data);
  EXPECT (!omp_target_is_present (&s->tail, device));
  EXPECT (!omp_target_is_present (data, device));
}

/* The region's clauses for s.data[0:2] and s.tail as GCC 14 passes them.  */
static void
read_members (struct list *s)
{
  clause (STRUCT, s, 2);
  clause (ALLOC, &s->data, sizeof (s->data));
  clause (TOFROM, &s->tail, sizeof (s->tail));
  clause (TOFROM, s->data, 2 * sizeof (int));
  clause (ATTACH, &s->data, 0);
  clause (VALUE, 0, 0);
}

static void
read_member_pointer (void **slots)
{
  slots[2] = slots[0];
  read_attached (slots);
}

/* Outside of regions GCC 14 passes a pointer that is only to be attached as a
   member without bytes.  */
static void
pointer_without_bytes (void)
{
  static int data[2];
  static struct list s;
  memcpy (data, (int[]){ 3, 6 }, sizeof (data));
  s = (struct list){ .n = 1, .data = data, .tail = 7 };
  clause (STRUCT, &s, 2);
  clause (ZERO_LENGTH, &s.data, 0);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  enter ();
  read_members (&s);
  target (host_read_member_pointer);
  clause (ZERO_LENGTH, &s.data, 0);
  clause (FROM, &s.tail, sizeof (s.tail));
  clause (FROM, data, sizeof (data));
  clause (DETACH, &s.data, 0);
  leave ();
  EXPECT (s.tail == 9 && data[1] == 5 && s.data == data && s.n == 1);
  EXPECT (!omp_target_is_present (&s.data, device));
  EXPECT (!omp_target_is_present (&s.tail, device));
  EXPECT (!omp_target_is_present (data, device));

  /* It is no error if the rest of the structure is mapped without it.  */
  clause (STRUCT, &s, 1);
  clause (TO, &s.tail, sizeof (s.tail));
  enter ();
  clause (STRUCT, &s, 2);
  clause (ZERO_LENGTH, &s.data, 0);
  clause (TO, &s.tail, sizeof (s.tail));
  clause (TO, data, sizeof (data));
  clause (ATTACH, &s.data, 0);
  enter ();
  EXPECT (!omp_target_is_present (&s.data, device));
  clause (DELETE, &s.tail, sizeof (s.tail));
  clause (DELETE, data, sizeof (data));
  leave ();
  EXPECT (!omp_target_is_present (&s.tail, device));
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
  return is_of_device (*there);
}

/* The other constructs map the pointer anew while the region runs.  */
static void
replace_pointer (void **slots)
{
  EXPECT (real (slots[0]) != NULL && is_pointer_attached ());
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
  EXPECT (is_pointer_attached ());
  clause (DETACH, &pointer, 0);
  clause (DELETE, &pointee, sizeof (pointee));
  leave ();
  EXPECT (!is_pointer_attached () && !omp_target_is_present (&pointee, device));
  clause (FROM, &pointer, sizeof (pointer));
  leave ();
  EXPECT (pointer == &pointee && !omp_target_is_present (&pointer, device));
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
  EXPECT (data[1] == 5 && count == 6);
  /* What was set on the device is not the host's.  */
  EXPECT (closure.data == data && closure.count == &count);
  EXPECT (!omp_target_is_present (&closure, device));
  EXPECT (!omp_target_is_present (data, device));
  EXPECT (!omp_target_is_present (&count, device));

  /* Also where it stays.  */
  clause (TO, &closure, sizeof (closure));
  enter ();
  clause (TO, data, sizeof (data));
  clause (ALWAYS_POINTER, &closure.data, 0);
  enter ();
  clause (FROM, &closure, sizeof (closure));
  update ();
  EXPECT (closure.data == data && closure.count == &count);
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
  EXPECT (s.before == 7 && numbers[1] == 5 && s.x == &p && p == numbers);
  EXPECT (!omp_target_is_present (&s, device));
  EXPECT (!omp_target_is_present (&s.after, device));
  EXPECT (!omp_target_is_present (&p, device));
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
  EXPECT (s.n == 31 && first == 11 && second == 21);
  EXPECT (s.first == &first && s.second == &second);
  EXPECT (!omp_target_is_present (&s, device));
  EXPECT (!omp_target_is_present (&s.first, device));

  /* Also where they are there already.  */
  clauses_for_parts (&s, TO);
  enter ();
  clauses_for_parts (&s, TOFROM);
  target (host_read_parts);
  EXPECT (s.n == 31 && first == 11);
  clause (FROM, &s.n, sizeof (s.n));
  clause (DELETE, &first, sizeof (first));
  clause (FROM, &second, sizeof (second));
  leave ();
  EXPECT (s.n == 63 && first == 11 && second == 22);
  EXPECT (!omp_target_is_present (&s.second, device));
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
  EXPECT (run_descriptor (&d) == 6);
  EXPECT (d.data == data);
  d = (struct descriptor){ NULL, 0 };
  EXPECT (run_descriptor (&d) == 0);
  /* Null when it was mapped, not null later.  */
  clause (DESCRIPTOR, &d, sizeof (d));
  clause (POINTER, &d.data, 0);
  enter ();
  d = (struct descriptor){ data, 3 };
  EXPECT (run_descriptor (&d) == 6);
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
  EXPECT (sums[0] == 3 && sums[1] == 6);
  EXPECT (!omp_target_is_present (&of_thirds, device));

  memset (sums, 0, sizeof (sums));
  map_third (2);
  enter ();
  map_third (0);
  target (host_sum_first);
  EXPECT (sums[0] == 3 && sums[1] == 6);
  EXPECT (omp_target_is_present (&of_thirds, device));
  clause (DELETE, &of_thirds, sizeof (of_thirds));
  clause (DELETE, &thirds[6], 3 * sizeof (int));
  clause (DELETE, &sums[2], sizeof (sums[2]));
  leave ();
  EXPECT (!omp_target_is_present (&of_thirds, device));
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      RUN (structures);
      RUN (pointer_beside_members);
      RUN (pointer_without_bytes);
      RUN (pointer_mapped_anew);
      RUN (references_among_members);
      RUN (reference_to_pointer);
      RUN (components_out_of_order);
      RUN (descriptors);
      RUN (sections_at_once);
    }
  return check_done ();
}
