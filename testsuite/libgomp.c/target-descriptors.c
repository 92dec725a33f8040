/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target offload_device } */
/* { dg-skip-stock "its regions run on the host" } */
/* A region writes to descriptors that are files on the host.  The device uses
   none of these numbers, neither for its memory nor for its connection to the
   host.  */

#include <omp.h>
#include <unistd.h>

#include "check.h"

#define N 100
#define LAST 64

static int data[N];

/* Which descriptors from 3 on a region can write to.  */
static int
write_everywhere (void)
{
  int written = 0;

#pragma omp target map(tofrom : written)
  for (int i = 3; i < LAST; i++)
    if (write (i, "what is meant for a file of the host\n", 37) > 0)
      written++;
  return written;
}

int
main (void)
{
  int sum = 0;

#pragma omp target enter data map(to : data)
  CHECK (write_everywhere () == 0);
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < N; i++)
#pragma omp target map(tofrom : sum)
    sum += data[i] + 1;
#pragma omp target exit data map(from : data)
  CHECK (sum == N);
  for (int i = 0; i < N; i++)
    CHECK (data[i] == 0);
  return 0;
}
