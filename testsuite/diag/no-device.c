/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-additional-options "-foffload=disable" } */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" } */
/* { dg-skip-stock "messages of ours" } */
/* What is said, and when, if a program has no device code: for other processors
   than x86-64 it cannot have any for emulated devices.  */

#include <omp.h>

#include "scenario.h"

#if defined __x86_64__ && !defined __ILP32__
#  define REASON "the program has no device code for it"
#  define HINT "compile and link with offloading to x86emul enabled"
#else
#  define REASON "its devices are for 64-bit programs of x86"
#  define HINT                                                                 \
    "with another value of OMP_TARGET_OFFLOAD the host runs the regions"
#endif
#define MANDATORY                                                              \
  "\nlibgomp: OMP_TARGET_OFFLOAD is set to MANDATORY, but only the host "      \
  "device is available\n",                                                     \
      "\n  plugin x86emul: not tried: " REASON "\n  hint: " HINT "\n$"
#define NOT_TRIED "\nlibgomp: offload: plugin x86emul: not tried: " REASON "\n"

static int x;

static void
region (void)
{
#pragma omp target map(tofrom : x)
  x += 1 + omp_is_initial_device ();
  printf ("ran %d, devices %d\n", x, omp_get_num_devices ());
}

static void
enter_data (void)
{
#pragma omp target enter data map(to : x)
  printf ("ran on\n");
}

static void
region_later (void)
{
#pragma omp target nowait map(tofrom : x)
  x++;
#pragma omp taskwait
  printf ("ran on\n");
}

#define OFFLOAD(policy) "OMP_TARGET_OFFLOAD=" policy

static const struct scenario scenarios[] = {
  { .name = "region", .body = region, .output = { "^ran 2, devices 0\n$" } },
  { .name = "region_and_four_devices",
    .body = region,
    .environment = { "OFFLOAD_EMUL_NUM=4" },
    .output = { "^ran 2, devices 0\n$" } },
  { .name = "region_disabled",
    .body = region,
    .environment = { OFFLOAD ("disabled") },
    .output = { "^ran 2, devices 0\n$" } },
  { .name = "region_mandatory",
    .body = region,
    .ends_with = 1,
    .environment = { OFFLOAD ("mandatory") },
    .output = { MANDATORY },
    .never = "ran" },
  { .name = "region_later_mandatory",
    .body = region_later,
    .ends_with = 1,
    .environment = { OFFLOAD ("mandatory") },
    .output = { MANDATORY },
    .never = "ran" },
  { .name = "enter_data_mandatory",
    .body = enter_data,
    .ends_with = 1,
    .environment = { OFFLOAD ("mandatory") },
    .output = { MANDATORY },
    .never = "ran" },
  { .name = "region_reported",
    .body = region,
    .environment = { "GOMP_OFFLOAD_INFO=all" },
    .output = { NOT_TRIED,
                "\nlibgomp: offload: " SCENARIO_REGION (
                    "region") ".* runs on "
                              "the host: the program has no device code\n",
                "ran 2, devices 0\n" } },
};

SCENARIO_MAIN (scenarios)
