/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-require-effective-target offload_device } */
/* Device memory and images count for the limit of file sizes.  If the limit is
   reached, no signal ends the program; there is a message.  */

#include "scenario.h"

#define IMAGE_BYTES (3 << 20)

#pragma omp declare target
static char in_image[IMAGE_BYTES] = { 1 };
#pragma omp end declare target

static void
limit_to (rlim_t size)
{
  struct rlimit limit = { size, size };

  setrlimit (RLIMIT_FSIZE, &limit);
}

static void
map (size_t size)
{
  char *block = malloc (size);

#pragma omp target map(alloc : block [0:size])
  block[size - 1] = in_image[0];
  free (block);
  printf ("region\n");
  fflush (stdout);
}

static void
memory (void)
{
  limit_to (128 << 20);
  map (1000);
  map ((size_t)256 << 20);
}

static void
image (void)
{
  limit_to (2 << 20);
  map (1000);
}

static void
start (void)
{
  limit_to (64 << 10);
  map (1000);
}

static const struct scenario scenarios[] = {
  { .name = "memory",
    .body = memory,
    .environment = { "OMP_TARGET_OFFLOAD=mandatory" },
    .ends_with = 1,
    .output
    = { "^region\n",
        "device memory is exhausted: [0-9]+ bytes asked for, "
        "[0-9]+ of 134217728 bytes in use",
        "hint: raise the limit of file sizes \\(ulimit -f\\), which device "
        "memory counts for" },
    .never = "region\n.*region\n" },
  { .name = "image",
    .body = image,
    .environment = { "OMP_TARGET_OFFLOAD=mandatory" },
    .ends_with = 1,
    .output = { "cannot store the device image of '.*': File too large" },
    .never = "region\n" },
  { .name = "start",
    .body = start,
    .environment = { "OMP_TARGET_OFFLOAD=mandatory" },
    .ends_with = 1,
    .output = { "cannot start device 0 \\(x86emul\\): .*: File too large" },
    .never = "region\n" },
};

SCENARIO_MAIN (scenarios)
