/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-additional-options "-DOFFLOAD_EMUL_CHECK -g" } */
/* { dg-require-effective-target offload_device } */
/* The full text of the mapping checker's reports, and the values of
   OFFLOAD_EMUL_CHECK.  */

#include <omp.h>

#include "scenario.h"

#define N 10

static void
bounds (void)
{
  int *a = calloc (N, sizeof (int));
#pragma omp target map(tofrom: a[0:N - 1])
  a[N - 1] = 1;
  free (a);
}

static void
far_bounds (void)
{
  int *a = calloc (N, sizeof (int));
#pragma omp target map(tofrom: a[0:N])
  for (int i = -2; i < N; i++)
    a[i] = 1;
  free (a);
}

static void
long_section (void)
{
  int a[N], n = N + 2;
  a[0] = 0;
#pragma omp target map(to: a[1:n])
  a[1] = 1;
}

static void
long_section_of_a_block (void)
{
  int n = N + 2, *a = calloc (N, sizeof (int));
#pragma omp target map(to: a[1:n])
  a[1] = 1;
  free (a);
}

__attribute__ ((noinline)) static void
map_all (int *p, int n)
{
#pragma omp target map(to: p[0:n])
  p[1] = 1;
}

static void
long_section_of_a_frame (void)
{
  int c[N + 1] = { 0 };
  map_all (c + 2, N + 2);
}

static int table[N];

static void
long_section_of_a_table (void)
{
  map_all (table, N + 2);
}

static void
unwritten (void)
{
  int a[N], sum = 0;
#pragma omp target map(alloc: a) map(tofrom: sum)
  for (int i = 0; i < N; i++)
    sum += a[i];
}

static void
stale (void)
{
  int a[N] = { 0 }, sum = 0;
#pragma omp target data map(to: a)
  {
    a[3] = 1;
#pragma omp target map(tofrom: sum)
    for (int i = 0; i < N; i++)
      sum += a[i];
  }
}

static void
lost (void)
{
  int a[N] = { 0 };
#pragma omp target map(to: a)
  a[3] = 1;
  printf ("%d\n", a[3]);
}

static void
lost_while_present (void)
{
  int a[N] = { 0 };
#pragma omp target data map(tofrom: a)
  {
#pragma omp target
    a[3] = 1;
    printf ("%d\n", a[3]);
  }
}

static void
overwritten_result (void)
{
  int a[N] = { 0 };
#pragma omp target data map(tofrom: a)
  {
#pragma omp target
    a[3] = 1;
#pragma omp target update to(a)
    printf ("%d\n", a[3]);
  }
}

static void
overwritten_input (void)
{
  int a[N] = { 0 }, sum = 0;
#pragma omp target data map(to: a)
  {
    a[3] = 1;
#pragma omp target update from(a)
#pragma omp target map(tofrom: sum)
    for (int i = 0; i < N; i++)
      sum += a[i];
  }
}

static void
freed (void)
{
  int device = omp_get_default_device ();
  int *p = omp_target_alloc (64, device), *a = calloc (N, sizeof (int)), *q;
  omp_target_free (p, device);
#pragma omp target is_device_ptr(p)
  p[1] = 1;
#pragma omp target data map(to: a[0:N]) use_device_ptr(a)
  q = a;
#pragma omp target is_device_ptr(q)
  q[2] = 1;
  free (a);
}

static void
freed_twice (void)
{
  int device = omp_get_default_device ();
  int *p = omp_target_alloc (64, device);
  omp_target_free (p, device);
  omp_target_free (p, device);
}

static void
race (void)
{
  int a[10] = { 1 };
#pragma omp target nowait map(from : a)
  for (int i = 0; i < 10; i++)
    a[i] = i;
  printf ("%d\n", a[3]);
#pragma omp target map(to : a)
  a[1] = 0;
#pragma omp taskwait
}

static void
race_of_regions (void)
{
  int a[10] = { 1 }, b[10] = { 2 };
#pragma omp target data map(to : a, b)
  {
#pragma omp target nowait
    for (int i = 0; i < 6; i++)
      a[i] = b[9 - i];
#pragma omp target nowait
    for (int i = 4; i < 9; i++)
      b[0] += a[i];
#pragma omp target update to(a[5 : 1])
#pragma omp target nowait
    {
#pragma omp atomic
      b[8]++;
    }
#pragma omp taskwait
  }
}

static void
race_of_iterations (void)
{
  int a[10] = { 1 };
#pragma omp target map(tofrom : a)
#pragma omp simd
  for (int i = 1; i < 10; i++)
    a[i] = a[i - 1];
}

static void
leak (void)
{
  int *a = calloc (N, sizeof (int)), *b = calloc (N, sizeof (int));
#pragma omp target enter data map(to: a[0:N], b[0:N])
  free (a);
}

static void
host_pointer (void)
{
  int *p = calloc (N, sizeof (int));
  struct
  {
    int n;
    int *p;
  } s = { N, p };
#pragma omp target data map(to: p[0:N])
#pragma omp target map(to: s)
  s.p[1] = 1;
}

static void
null_pointer (void)
{
  int *p = NULL;
#pragma omp target is_device_ptr(p)
  p[1] = 1;
}

static int global[N];
#pragma omp declare target to(global)

static void
variable (void)
{
  int sum = 0;
  global[2] = 1;
#pragma omp target map(tofrom: sum)
  for (int i = 0; i < N; i++)
    sum += global[i];
}

static void
correct (void)
{
  int a[N] = { 0 };
#pragma omp target map(tofrom: a)
  a[1] = 1;
  printf ("%d\n", a[1]);
}

static void
many (void)
{
  for (int k = 0; k < 3; k++)
    bounds ();
}

#define ALL "OFFLOAD_EMUL_CHECK=1"
#define FILE_LINE "[^ ]*mapping-check\\.c:[0-9]+"
#define REGION "in target region [^ ]+ \\(" FILE_LINE "\\) on device 0"

static const struct scenario scenarios[] = {
  { .name = "off", .body = unwritten, .never = "mapping check" },
  { .name = "none",
    .body = unwritten,
    .environment = { "OFFLOAD_EMUL_CHECK=0" },
    .never = "mapping check" },
  { .name = "bounds",
    .body = bounds,
    .environment = { ALL },
    .output = { "^\nlibgomp: mapping check: " FILE_LINE
                ": write of 4 bytes outside of what is mapped: a\\[9\\] "
                "\\[bounds\\]\n  " REGION,
                "\n  directly after the end of the copy of a, 36 bytes at "
                "0x[0-9a-f]+, mapped \\(tofrom\\) by target \\(" FILE_LINE
                "\\)\n  hint: check the subscripts" } },
  { .name = "before_the_start",
    .body = far_bounds,
    .environment = { ALL },
    .output = { "\n  8 bytes before the start of the copy of a, 40 bytes" } },
  { .name = "long_section",
    .body = long_section,
    .environment = { ALL },
    .output = { "^\nlibgomp: mapping check: " FILE_LINE
                ": the section is longer than the memory that it is a part of: "
                "a \\[bounds\\]\n  it has 48 bytes, but 36 are left of a where "
                "it starts\n  hint: check the bounds of the section" } },
  { .name = "long_section_of_a_block",
    .body = long_section_of_a_block,
    .environment = { ALL },
    .output = { "^\nlibgomp: mapping check: " FILE_LINE
                ": the section is longer than the memory that it is a part of: "
                "a \\[bounds\\]\n  it has 48 bytes, but 36 are left of a where "
                "it starts\n  the block was allocated at " FILE_LINE
                "\n  hint: check the bounds of the section" } },
  { .name = "long_section_of_a_frame",
    .body = long_section_of_a_frame,
    .environment = { ALL },
    .output = { "^\nlibgomp: mapping check: " FILE_LINE
                ": the section is longer than the memory that it is a part of: "
                "p \\[bounds\\]\n  it has 48 bytes, but 36 are left of p where "
                "it starts\n  the memory is that of c, 44 bytes"
                "\n  hint: check the bounds of the section" } },
  { .name = "long_section_of_a_table",
    .body = long_section_of_a_table,
    .environment = { ALL },
    .output = { "\n  it has 48 bytes, but 40 are left of p where it starts"
                "\n  the memory is that of table, 40 bytes"
                "\n  hint: check the bounds of the section" } },
  { .name = "unwritten",
    .body = unwritten,
    .environment = { ALL },
    .output = { "read of 4 bytes of device memory that was never written: "
                "a\\[i\\] \\[unwritten\\]\n  " REGION,
                "\n  byte 0 of the copy of a, 40 bytes at 0x[0-9a-f]+, mapped "
                "\\(alloc\\) by target \\(" FILE_LINE "\\)\n  hint: map\\("
                "alloc:\\)" } },
  { .name = "stale",
    .body = stale,
    .environment = { ALL },
    .output
    = { "read of 4 bytes of data that the host has changed since it was "
        "copied: a\\[i\\] \\[stale\\]\n  " REGION,
        "\n  byte 12 of the copy of a, 40 bytes at 0x[0-9a-f]+, mapped "
        "\\(to\\) by target data \\(" FILE_LINE "\\)\n  hint: data that "
        "is present is not copied again" } },
  { .name = "lost",
    .body = lost,
    .environment = { ALL },
    .output = { "the host reads a value that the device has changed since: "
                "a\\[3\\] \\[lost\\]\n  byte 12 of a, 40 bytes at 0x",
                "\n  the device's value was dropped by target \\(" FILE_LINE
                "\\)\n  hint: use map\\(from: " } },
  { .name = "lost_while_present",
    .body = lost_while_present,
    .environment = { ALL },
    .output = { "since: a\\[3\\] \\[lost\\]\n  byte 12 of a, 40 bytes at 0x"
                "[0-9a-f]+, mapped \\(tofrom\\) by target data",
                "\n  hint: use target update from" } },
  { .name = "overwritten_result",
    .body = overwritten_result,
    .environment = { ALL },
    .output = { "since: a\\[3\\] \\[lost\\]\n  byte 12 of a, 40 bytes at 0x",
                "\n  the device's value was overwritten by a copy to the "
                "device \\(" FILE_LINE "\\)\n  hint: target update from" } },
  { .name = "overwritten_input",
    .body = overwritten_input,
    .environment = { ALL },
    .output = { "a\\[i\\] \\[stale\\]\n  " REGION,
                "\n  the host's changes were overwritten by a copy from the "
                "device \\(" FILE_LINE "\\)\n  hint: data that is" } },
  { .name = "freed",
    .body = freed,
    .environment = { ALL },
    .output = { "write of 4 bytes of freed device memory: p\\[1\\] \\[freed\\]",
                "write of 4 bytes of freed device memory: q\\[2\\] "
                "\\[freed\\]\n  " REGION " \\(x86emul\\)\n  byte 8 of what was "
                "the copy of a, 40 bytes",
                "\n  it was unmapped by target data \\(" FILE_LINE "\\)",
                "\n  hint: the region uses a device pointer" } },
  { .name = "freed_twice",
    .body = freed_twice,
    .ends_with = SCENARIO_FAILS,
    .environment = { ALL },
    .output = { "no allocated block of device memory starts \\(freed "
                "already\\?\\)" } },
  { .name = "leak",
    .body = leak,
    .environment = { ALL },
    .output = { "freed while it is mapped: a \\[leak\\]\n  a, 40 bytes at ",
                "still mapped at the end of the program: b \\[leak\\]\n  b, 40 "
                "bytes",
                "\n  hint: each target enter data needs its target exit "
                "data" } },
  { .name = "race",
    .body = race,
    .environment = { ALL },
    .output
    = { ": the host reads data that a construct with nowait may be writing: "
        "a\\[3\\] \\[race\\]\n  byte 12 of a, 40 bytes at 0x[0-9a-f]+, mapped "
        "\\(from\\) by target \\(.*mapping-check.c:[0-9]+\\)\n  hint: wait for "
        "that construct first: by taskwait, the end of a taskgroup, a barrier "
        "or depend clauses",
        ": copies data that another construct, with nowait, may be copying: a "
        "\\[race\\]\n  byte 0 of a, 40 bytes " } },
  { .name = "race_of_iterations",
    .body = race_of_iterations,
    .environment = { ALL },
    .output
    = { ": read of 4 bytes of data that another iteration of the simd loop may "
        "use at the same time: a\\[...\\] \\[race\\]\n  in target region "
        "race_of_iterations._omp_fn.0 \\(.*mapping-check.c:[0-9]+\\) on device "
        "0 \\(x86emul\\)\n  byte 4 of the copy of a, 40 bytes at 0x[0-9a-f]+, "
        "mapped \\(tofrom\\) by target \\(.*mapping-check.c:[0-9]+\\)\n  hint: "
        "iterations of a simd loop may run at the same time: use a reduction, "
        "a private variable, ordered simd, or a smaller safelen" } },
  { .name = "race_of_regions",
    .body = race_of_regions,
    .environment = { ALL },
    .output
    = { ": uses data that another construct may be using at the same time: a "
        "\\[race\\]\n  bytes 16 to 23 of a, 40 bytes at 0x[0-9a-f]+, mapped "
        "\\(to\\) by target data \\(.*mapping-check.c:[0-9]+\\)\n  the region "
        "at .*mapping-check.c:[0-9]+ writes them, this one reads them\n  hint: "
        "nothing orders the two: use depend clauses, or taskwait between "
        "them" } },
  { .name = "race_of_a_region_and_an_update",
    .body = race_of_regions,
    .environment = { ALL },
    .output = { ": copies data that a region may be using at the same time: a "
                "\\[race\\]\n  bytes 20 to 23 of a, .*\n  the region at "
                ".*mapping-check.c:[0-9]+ " } },
  { .name = "race_with_atomic_operations",
    .body = race_of_regions,
    .environment = { ALL },
    .output = { "b \\[race\\]\n  bytes 32 to 35 of b, .*\n  the region at "
                ".*mapping-check.c:[0-9]+ reads them, this one reads and "
                "writes them by atomic operations\n" } },
  { .name = "host_pointer",
    .body = host_pointer,
    .ends_with = SCENARIO_FAILS,
    .environment = { ALL },
    .output = { "write of 4 bytes of memory of the host: s->p\\[1\\] "
                "\\[host-memory\\]\n  " REGION,
                "\n  0x[0-9a-f]+ is no address of the device, but byte 4 of ",
                "\n  hint: the region used the host's pointer" } },
  { .name = "null_pointer",
    .body = null_pointer,
    .ends_with = SCENARIO_FAILS,
    .environment = { ALL },
    .output = { "\\[host-memory\\]", "0x4 is near the null pointer\n  hint: a "
                                     "pointer that is null on the host" } },
  { .name = "variable",
    .body = variable,
    .environment = { ALL },
    .output = { "since it was copied: global\\[i\\] \\[stale\\]",
                "\n  byte 8 of the copy of global, 40 bytes at 0x[0-9a-f]+, "
                "mapped by declare target\n" } },
  { .name = "once",
    .body = many,
    .environment = { ALL },
    .output = { "bounds\\]" },
    .never = "bounds\\].*bounds\\]" },
  { .name = "status",
    .body = bounds,
    .ends_with = 42,
    .environment = { "OFFLOAD_EMUL_CHECK=status=42" },
    .output = { "\\[bounds\\]" } },
  { .name = "status_of_a_correct_program",
    .body = correct,
    .environment = { "OFFLOAD_EMUL_CHECK=all,status=42" },
    .never = "mapping check" },
  { .name = "other_category",
    .body = unwritten,
    .environment = { "OFFLOAD_EMUL_CHECK=bounds,stale" },
    .never = "mapping check" },
};

SCENARIO_MAIN (scenarios)
