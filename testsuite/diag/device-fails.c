/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device cannot be initialised.  Unless offloading is mandatory, the host
   executes all constructs for it from the first one on, and one message says
   so.  */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_RUN "/nonexistent/runner" } */
/* { dg-set-target-env-var GOMP_OFFLOAD_INFO "fallback" } */
/* { dg-skip-stock "the program ends" } */
/* { dg-output "/nonexistent/runner" } */
/* { dg-output ".*libgomp: warning: device initialization failed: device 0
 * .x86emul.; the host runs its regions\[\r\n\]+" } */
/* { dg-output "  hint: OMP_TARGET_OFFLOAD=mandatory makes this an
 * error\[\r\n\]+" } */
/* { dg-output "libgomp: offload: target region main\[^\r\n\]* runs on the host:
 * its device could not be initialized\[\r\n\]+" } */
/* { dg-output ".*done" } */
/* { dg-not-output "warning.*(warning|runner)" } */

#include <omp.h>
#include <stdio.h>

#include "../libgomp.c/check.h"

static int values[4] = { 1, 2, 3, 4 };
#pragma omp declare target to(values)

int
main (void)
{
  int host = 0, sum = 0, part = 0;

  CHECK (omp_target_alloc (16, 0) == NULL);
#pragma omp target map(from : host)
  host = omp_is_initial_device ();
  CHECK (host);

#pragma omp target enter data map(to : sum)
#pragma omp target data map(to : part)
  {
    part = 5;
#pragma omp target update to(part)
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < 4; i++)
      sum += values[i] + part;
  }
#pragma omp target exit data map(from : sum)
  CHECK (sum == 30);

#pragma omp parallel num_threads(4)
  {
#pragma omp target map(tofrom : sum) nowait
#pragma omp atomic
    sum++;
#pragma omp taskwait
  }
  CHECK (sum == 34);

  CHECK (omp_get_num_devices () >= 1);
  CHECK (omp_target_alloc (16, 0) == NULL);
  CHECK (!omp_target_is_present (values, 0));
  puts ("done");
  return 0;
}
