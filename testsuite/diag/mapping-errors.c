/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-require-effective-target offload_device } */
/* Messages about clauses that cannot be carried out: which ranges, which
   construct, what to do.  */

#include <omp.h>

#include "scenario.h"

struct vector
{
  int length;
  int *values;
  double scale;
};

static int array[16];

static void
overlaps (void)
{
#pragma omp target enter data map(to : array [4:4])
#pragma omp target map(tofrom : array [2:4])
  array[4] = 1;
}

static void
contains_present (void)
{
#pragma omp target enter data map(to : array [4:4])
#pragma omp target data map(tofrom : array)
  array[4] = 1;
}

static void
updates_too_much (void)
{
#pragma omp target enter data map(to : array [4:4])
#pragma omp target update from(array [4:5])
}

static int minus = -1; /* not known to the compiler */

static void
negative_length (void)
{
#pragma omp target map(tofrom : array [4:2 * minus])
  array[4] = 1;
}

/* The size that means an iterator in GCC 16's programs, from which those of GCC
   14 cannot be distinguished.  */
#if __GNUC__ < 14
static void
negative_bytes (void)
{
  char *bytes = (char *)array;
#  pragma omp target enter data map(to : bytes [4:minus])
}
#endif

static void
negative_update (void)
{
#pragma omp target enter data map(to : array)
#pragma omp target update from(array [8:2 * minus])
}

/* What mmap gives when it fails.  */
static void
no_addresses (void)
{
  int *p = (int *)(long)minus;
#pragma omp target map(tofrom : p [0:4])
  p[0] = 1;
}

static void
use_of_last_byte (void)
{
  char *p = (char *)(long)minus;
#pragma omp target is_device_ptr(p)
  *p = 1;
}

static void
members_apart (void)
{
  struct vector v = { 1, array, 2.0 };
#pragma omp target enter data map(to : v.length)
#pragma omp target map(to : v.length) map(tofrom : v.scale)
  v.scale = v.length;
}

/* Clang's code lets the following be so, as later versions of OpenMP do.  */
#ifndef __clang__
static void
no_device_pointer (void)
{
  int *p = array;
#  pragma omp target data use_device_ptr(p)
  p++;
}

static void
never_attached (void)
{
  struct vector v = { 1, array, 2.0 };
#  pragma omp target enter data map(to : v)
#  pragma omp target enter data map(to : array)
#  pragma omp target exit data map(from : v.values [0:16])
}
#endif

static void
no_such_device (void)
{
#pragma omp target device(omp_get_num_devices() + 2)
  array[0] = 1;
}

static void
with_nowait (void)
{
#pragma omp target enter data map(to : array [4:4])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : array [2:4]) nowait
    array[4] = 1;
#pragma omp taskwait
  }
}

#define RANGE "\\[0x[0-9a-f]+\\.\\.0x[0-9a-f]+\\)"
#define WHILE "\n  while mapping " RANGE ", "
#define DEVICE "on device 0 \\(x86emul\\)\n"

static const struct scenario scenarios[] = {
  { .name = "overlaps",
    .body = overlaps,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: Trying to map into device " RANGE
                " object when " RANGE " is already mapped" WHILE
                "16 bytes, entry 1 of 1 of target region " SCENARIO_FUNCTION (
                    "overlaps") " \\(.*mapping-errors\\.c:[0-9]+\\) " DEVICE,
                "  hint: map the whole object first, or unmap the part "
                "\\(target exit data\\) before\n" } },
  { .name = "contains_present",
    .body = contains_present,
    .ends_with = SCENARIO_FAILS,
    .output = { "Trying to map into device .* is already mapped" WHILE
                "64 bytes, entry 1 of 1 of " SCENARIO_DATA " " DEVICE } },
  { .name = "updates_too_much",
    .body = updates_too_much,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: Trying to update " RANGE " object when only " RANGE
                " is mapped\n  in target update " DEVICE,
                "  hint: update only what is mapped, or map the whole "
                "object\n" } },
  { .name = "negative_length",
    .body = negative_length,
    .ends_with = SCENARIO_FAILS,
    .output
    = { "libgomp: an array section of negative length, -8 bytes at "
        "0x[0-9a-f]+, cannot be mapped" WHILE
        "18446744073709551608 bytes, entry 1 of 1 of target region "
        "negative_length",
        "  hint: check the bounds of the section, and the pointer\n" } },
#if __GNUC__ < 14
  { .name = "negative_bytes",
    .body = negative_bytes,
    .ends_with = SCENARIO_FAILS,
    .output
    = { "libgomp: an array section of negative length, -1 bytes at "
        "0x[0-9a-f]+, cannot be mapped" WHILE
        "18446744073709551615 bytes, entry 1 of [12] of " SCENARIO_ENTER } },
#endif
  { .name = "negative_update",
    .body = negative_update,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: an array section of negative length, -8 bytes at "
                "0x[0-9a-f]+, cannot be mapped\n  in target update " DEVICE } },
  { .name = "no_addresses",
    .body = no_addresses,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: 16 bytes at 0xffffffffffffffff cannot be mapped: "
                "there are no addresses for all of them" WHILE } },
  { .name = "use_of_last_byte",
    .body = use_of_last_byte,
    .ends_with = SCENARIO_FAILS,
    .output = { "write to address 0xffffffffffffffff at pc .*\n"
                "  a host address, or none at all, that is not mapped: no "
                "mapping is near\n" } },
#ifdef __clang__
  /* It passes the extent of the members as one entry more.  */
  { .name = "members_apart",
    .body = members_apart,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: Trying to map into device " RANGE
                " object when " RANGE " is already mapped" WHILE
                "24 bytes, entry 1 of 3 of target region members_apart",
                "  hint: map the whole object first" } },
#else
  { .name = "members_apart",
    .body = members_apart,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: Trying to map into device " RANGE
                " structure element when other mapped elements from the same "
                "structure weren't mapped together with it\n"
                "  mapped are " RANGE WHILE "8 bytes, entry 3 of 3 of target "
                "region members_apart",
                "  hint: map the whole structure" } },
  { .name = "no_device_pointer",
    .body = no_device_pointer,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: use_device_ptr pointer wasn't mapped: "
                "(0x[0-9a-f]+)\n  \\1: no mapping is near\n",
                "of target data " DEVICE } },
  { .name = "never_attached",
    .body = never_attached,
    .ends_with = SCENARIO_FAILS,
    .output = { "libgomp: no attachment counters for struct: the pointer at "
                "0x[0-9a-f]+ was never attached\n" } },
#endif
  { .name = "no_such_device",
    .body = no_such_device,
    .ends_with = SCENARIO_FAILS,
    .environment = { "OMP_TARGET_OFFLOAD=mandatory" },
    .output
    = { "libgomp: OMP_TARGET_OFFLOAD is set to MANDATORY, but device not "
        "found\n  device 3 was requested; the number of devices is 1\n" } },
  { .name = "with_nowait",
    .body = with_nowait,
    .ends_with = SCENARIO_FAILS,
    .output = { "Trying to map into device .* is already mapped" WHILE
                "16 bytes, entry 1 of 1 of target region with_nowait" } },
};

SCENARIO_MAIN (scenarios)
