// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-require-effective-target offload_device }
// { dg-shouldfail "the exception ends the device" }
// { dg-output "terminate called.*no remedy" }
// { dg-output "main\._omp_fn" }
// { dg-output "abort|SIGABRT" }
// An exception leaves a region and ends the device, as it would end the host.

#include <stdexcept>

#pragma omp declare target
static void
fail ()
{
  throw std::runtime_error ("no remedy");
}
#pragma omp end declare target

int
main ()
{
#pragma omp target
  fail ();
  return 0;
}
