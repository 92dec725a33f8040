/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* A region accesses memory that it must not access: the message names the
   region and explains the address.  Each body prints the address first, so that
   the patterns can ask for the same one by a back reference.  */

#include <omp.h>

#include "scenario.h"

struct list
{
  int length;
  int *values;
};

static void
announce (const void *address)
{
  printf ("address %p\n", address);
  fflush (stdout);
}

static void
read_unmapped (void)
{
  struct list list = { 10, malloc (10 * sizeof (int)) };

  announce (&list.values[3]);
#pragma omp target map(tofrom: list)
  list.length = list.values[3];
}

static void
write_unmapped (void)
{
  struct list list = { 10, malloc (10 * sizeof (int)) };

  announce (&list.values[0]);
#pragma omp target map(to: list)
  list.values[0] = 1;
}

/* The pointer lies 40 bytes past a mapping of 40 bytes.  */
static void
read_beyond_mapped (void)
{
  int *values = calloc (100, sizeof *values);
  struct list list = { 100, values };

  announce (&list.values[20]);
#pragma omp target data map(to: values[0:10])
#pragma omp target map(tofrom: list)
  list.length = list.values[20];
}

/* The pointer is mapped, but was passed as the host's address.  */
static void
read_mapped_by_host_address (void)
{
  int *values = calloc (100, sizeof *values);
  struct list list = { 100, values };

  announce (&list.values[5]);
#pragma omp target data map(to: values[0:100])
#pragma omp target map(tofrom: list)
  list.length = list.values[5];
}

static void
read_stack_variable (void)
{
  int local = 5, *pointer = &local;
  unsigned long address = (unsigned long)pointer;
  int copy = 0;

  announce (pointer);
#pragma omp target map(from: copy) firstprivate(address)
  copy = *(int *)address;
  printf ("%d\n", copy);
}

static void
read_null (void)
{
  struct list list = { 1, NULL };

#pragma omp target map(tofrom: list)
  list.length = *list.values;
}

static void
write_far_past_mapped (void)
{
  char *block = calloc (1, 100);
  size_t far = (size_t)1 << 30;

#pragma omp target map(tofrom: block[0:100])
  block[far] = 1;
}

static void
write_just_past_mapped (void)
{
  char *block = calloc (1, 200);

  announce (block);
#pragma omp target map(tofrom: block[0:100])
  block[100] = 1;
}

static void
write_just_before_mapped (void)
{
  char *block = calloc (1, 200) + 100;

  announce (block);
#pragma omp target map(tofrom: block[0:50])
  block[-1] = 1;
}

static void
use_after_free (void)
{
  size_t size = (size_t)8 << 20;
  char *there = omp_target_alloc (size, 0);

#pragma omp target is_device_ptr(there)
  there[size / 2] = 1;
  omp_target_free (there, 0);
#pragma omp target is_device_ptr(there)
  there[size / 2] = 1;
}

static void
call_host_function_pointer (void)
{
  void (*function) (const void *) = announce;

  announce ((void *)function);
#pragma omp target firstprivate(function)
  function (NULL);
}

static void
fault_in_a_worker (void)
{
  struct list list = { 10, malloc (10 * sizeof (int)) };

  announce (&list.values[0]);
#pragma omp target map(tofrom: list)
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num () == 3)
    list.length = list.values[0];
}

static void
fault_with_nowait (void)
{
  struct list list = { 10, malloc (10 * sizeof (int)) };

  announce (&list.values[0]);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom: list) nowait
    list.length = list.values[0];
#pragma omp taskwait
  }
}

#pragma omp declare target
static int
endless (int depth)
{
  volatile char frame[4096];

  frame[0] = (char)depth;
  /* Clang knows that what ends in no case does nothing.  */
  if (frame[0] != (char)depth)
    return 0;
  return endless (depth + 1) + frame[0];
}
#pragma omp end declare target

static void
stack_overflow (void)
{
  int depth = 0;

#pragma omp target map(tofrom: depth)
  depth = endless (depth);
}

static const struct scenario scenarios[] = {
  { .name = "read_unmapped",
    .body = read_unmapped,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("read_unmapped"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "write_unmapped",
    .body = write_unmapped,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("write_unmapped"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "read_beyond_mapped",
    .body = read_beyond_mapped,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("read_beyond_mapped"),
                "address (0x[0-9a-f]+).*\\1",
                "40 bytes after the end of the mapping" } },
  { .name = "read_mapped_by_host_address",
    .body = read_mapped_by_host_address,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("read_mapped_by_host_address"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "read_stack_variable",
    .body = read_stack_variable,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("read_stack_variable"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "read_null",
    .body = read_null,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("read_null"), "null" } },
  { .name = "write_far_past_mapped",
    .body = write_far_past_mapped,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("write_far_past_mapped"),
                "1073741724 bytes after the end of the copy" } },
  { .name = "write_just_past_mapped",
    .body = write_just_past_mapped,
    .ends_with = SCENARIO_FAILS,
    .output = { "address (0x[0-9a-f]+).*\\1" } },
  { .name = "write_just_before_mapped",
    .body = write_just_before_mapped,
    .ends_with = SCENARIO_FAILS,
    .output = { "address (0x[0-9a-f]+).*\\1" } },
  { .name = "use_after_free",
    .body = use_after_free,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("use_after_free") } },
  { .name = "call_host_function_pointer",
    .body = call_host_function_pointer,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("call_host_function_pointer"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "fault_in_a_worker",
    .body = fault_in_a_worker,
    .ends_with = SCENARIO_FAILS,
    .output = { "address (0x[0-9a-f]+).*\\1" } },
  { .name = "fault_with_nowait",
    .body = fault_with_nowait,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("fault_with_nowait"),
                "address (0x[0-9a-f]+).*\\1" } },
  { .name = "stack_overflow",
    .body = stack_overflow,
    .ends_with = SCENARIO_FAILS,
    .output = { SCENARIO_REGION ("stack_overflow"), "stack" } },
};

SCENARIO_MAIN (scenarios)
