/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-exit-status 1 } */
/* { dg-output "cannot extend device memory to \[0-9\]+ bytes: File too large" } */
/* { dg-not-output "region 2" } */
/* Device memory counts for the limit of file sizes: no signal ends the program
   where that is met, but a message.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void
map (size_t size)
{
  char *block = malloc (size);
#pragma omp target map(alloc : block[0 : size])
  block[size - 1] = 1;
  free (block);
}

int
main (void)
{
  struct rlimit limit = { (rlim_t)128 << 20, (rlim_t)128 << 20 };
  setrlimit (RLIMIT_FSIZE, &limit);
  map (1000);
  printf ("region 1\n");
  map ((size_t)256 << 20);
  printf ("region 2\n");
  return 0;
}
