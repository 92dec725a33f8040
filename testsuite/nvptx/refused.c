/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device that refuses the program's image: the host runs all constructs for
   it, and no routine sees data there.  The argument "memory": a routine is its
   first use.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  if (!(condition))                                                            \
  printf ("wrong in line %d: %s\n", __LINE__, #condition), exit (1)

#pragma omp declare target
int counter = 5;
#pragma omp end declare target

static int data[100];

static void
has_no_memory (void)
{
  CHECK (omp_target_alloc (16, 0) == NULL);
  CHECK (!omp_target_is_present (data, 0));
  CHECK (!omp_target_is_present (&counter, 0));
}

int
main (int argc, char **argv)
{
  int host = 0, sum = 0, part = 0;
  (void)argv;
  if (argc > 1)
    has_no_memory ();
#pragma omp target enter data map(to : data)
  data[7] = 7;
#pragma omp target map(from : host)
  {
    host = omp_is_initial_device ();
    data[7]++;
    counter++;
  }
  CHECK (host && data[7] == 8 && counter == 6);
#pragma omp target update from(data)
#pragma omp target exit data map(from : data)
  CHECK (data[7] == 8);
#pragma omp target data map(to : part) map(tofrom : sum)
  {
    part = 5;
#pragma omp target update to(part)
#pragma omp target map(tofrom : sum)
    sum += part + counter;
#pragma omp target update from(sum)
    CHECK (sum == 11);
  }
  CHECK (sum == 11);
#pragma omp target teams distribute parallel for map(tofrom : sum)             \
    reduction(+ : sum) nowait
  for (int i = 0; i < 100; i++)
    sum++;
#pragma omp taskwait
  CHECK (sum == 111);
  CHECK (omp_get_num_devices () == 1 && omp_get_default_device () == 0);
  has_no_memory ();
  puts ("done");
  return 0;
}
