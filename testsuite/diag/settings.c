/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* Environment variables that are wrong, or that leave no device: the library
   reports that once and the program goes on; under OMP_TARGET_OFFLOAD=mandatory
   it ends with the reason.  */

#include <omp.h>

#include "scenario.h"

static void
count_devices (void)
{
  printf ("devices %d\n", omp_get_num_devices ());
}

static void
one_region (void)
{
  int on_host = 0;

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  printf ("ran on %s, devices %d\n", on_host ? "host" : "device",
          omp_get_num_devices ());
}

static void
no_such_device (void)
{
#pragma omp target device(omp_get_num_devices () + 3)
  printf ("ran\n");
}

static void
device_of_the_host (void)
{
#pragma omp target device(omp_get_initial_device ())
  printf ("ran\n");
}

static void
last_device (void)
{
  int number = -1;

#pragma omp target map(from: number) device(omp_get_num_devices () - 1)
  number = omp_get_device_num ();
  printf ("number %d\n", number);
}

static void
too_large_a_map (void)
{
  size_t size = (size_t)256 << 20;
  char *block = malloc (size);

#pragma omp target map(alloc: block[0:size])
  block[0] = 1;
}

static void
too_large_an_allocation (void)
{
  void *small = omp_target_alloc (1 << 20, 0);
  void *large = omp_target_alloc ((size_t)256 << 20, 0);
  void *huge = omp_target_alloc (~(size_t)0 - 100, 0);

  printf ("small %d, large %d, huge %d\n", small != NULL, large != NULL,
          huge != NULL);
  omp_target_free (small, 0);
  one_region ();
}

/* The arena fills up, and is of use again once something is freed.  */
static void
arena_fills_up (void)
{
  void *blocks[1000];
  int count = 0;

  while (count < 1000 && (blocks[count] = omp_target_alloc (1 << 20, 0)))
    count++;
  printf ("%s\n", count > 8 && count <= 64 ? "filled" : "no limit");
  omp_target_free (blocks[0], 0);
  omp_target_free (blocks[1], 0);
  one_region ();
}

#define OFFLOAD(policy) "OMP_TARGET_OFFLOAD=" policy

static const struct scenario scenarios[] = {
  { .name = "default", .body = one_region, .output = { "ran on device" } },
  { .name = "disabled",
    .body = one_region,
    .environment = { OFFLOAD ("disabled") },
    .output = { "^ran on host, devices 0\n$" } },
  { .name = "no_devices",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=0" },
    .output = { "^ran on host, devices 0\n$" } },
  { .name = "no_devices_mandatory",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment = { "OFFLOAD_EMUL_NUM=0", OFFLOAD ("mandatory") },
    .output = { "MANDATORY", "OFFLOAD_EMUL_NUM" },
    .never = "ran on" },
  { .name = "two_devices",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=2" },
    .output = { "^ran on device, devices 2\n$" } },
  { .name = "negative_number",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=-1" },
    .output = { "'-1' of environment variable OFFLOAD_EMUL_NUM", "ran on" } },
  { .name = "not_a_number",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=abc" },
    .output = { "'abc' of environment variable OFFLOAD_EMUL_NUM", "ran on" } },
  { .name = "empty_number",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=" },
    .output = { "ran on" } },
  { .name = "number_and_more",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=2x" },
    .output = { "'2x' of environment variable OFFLOAD_EMUL_NUM", "ran on" } },
  { .name = "very_many",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=10000" },
    .output = { "'10000' of environment variable OFFLOAD_EMUL_NUM", "ran on" } },
  { .name = "very_many_counted",
    .body = count_devices,
    .environment = { "OFFLOAD_EMUL_NUM=10000" },
    .output = { "devices [1-9]" } },
  { .name = "overflowing_number",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_NUM=99999999999999999999" },
    .output = { "environment variable OFFLOAD_EMUL_NUM", "ran on" } },
  { .name = "no_such_device",
    .body = no_such_device,
    .output = { "ran" } },
  { .name = "no_such_device_mandatory",
    .body = no_such_device,
    .ends_with = SCENARIO_FAILS,
    .environment = { OFFLOAD ("mandatory") },
    .output = { "MANDATORY" },
    .never = "^ran" },
  { .name = "device_of_the_host_mandatory",
    .body = device_of_the_host,
    .environment = { OFFLOAD ("mandatory") },
    .output = { "^ran\n$" } },
  { .name = "last_device",
    .body = last_device,
    .environment = { "OFFLOAD_EMUL_NUM=8" },
    .output = { "^number 7\n$" } },
  { .name = "device_program_missing",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment
    = { "OFFLOAD_EMUL_RUN=/nonexistent/debugger", "OMP_TARGET_OFFLOAD=mandatory" },
    .output = { "/nonexistent/debugger", "No such file" },
    .never = "ran on" },
  { .name = "device_program_not_executable",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment
    = { "OFFLOAD_EMUL_RUN=/etc/passwd", "OMP_TARGET_OFFLOAD=mandatory" },
    .output = { "/etc/passwd", "Permission denied" },
    .never = "ran on" },
  { .name = "device_program_ends_at_once",
    .body = one_region,
    .ends_with = SCENARIO_FAILS,
    .environment
    = { "OFFLOAD_EMUL_RUN=/bin/false", "OMP_TARGET_OFFLOAD=mandatory" },
    .output = { "/bin/false", "exit" },
    .never = "ran on" },
  { .name = "run_by_another_program",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_RUN=env DEVICE_MARK=1" },
    .output = { "^ran on device, devices 1\n$" } },
  { .name = "too_large_a_map",
    .body = too_large_a_map,
    .ends_with = SCENARIO_FAILS,
    .environment = { "OFFLOAD_EMUL_MEM=64M" },
    .output = { "memory", "268435456" } },
  { .name = "too_large_an_allocation",
    .body = too_large_an_allocation,
    .environment = { "OFFLOAD_EMUL_MEM=64M" },
    .output = { "small 1, large 0, huge 0\nran on device" } },
  { .name = "arena_fills_up",
    .body = arena_fills_up,
    .environment = { "OFFLOAD_EMUL_MEM=64M" },
    .output = { "^filled\nran on device" } },
  { .name = "memory_not_a_size",
    .body = one_region,
    .environment = { "OFFLOAD_EMUL_MEM=much" },
    .output = { "'much' of environment variable OFFLOAD_EMUL_MEM", "ran on device" } },
};

SCENARIO_MAIN (scenarios)
