/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-exit-status 1 } */
/* { dg-output "\nlibgomp: error directive encountered: careful\n" } */
/* { dg-output "\nlibgomp: error directive encountered\n" } */
/* { dg-output "\nlibgomp: error directive encountered: four\n" } */
/* { dg-output "\nlibgomp: fatal error: error directive encountered: the end\n"
 * } */
/* { dg-not-output "never" } */
/* The error directive at execution: a warning goes on, an error ends.  */

#include <stddef.h>
#include <stdio.h>

extern void GOMP_warning (const char *, size_t);

int
main (void)
{
#pragma omp error at(execution) severity(warning) message("careful")
#pragma omp error at(execution) severity(warning)
  GOMP_warning ("four and more", 4);
#pragma omp error at(execution) severity(fatal) message("the end")
  printf ("never\n");
  return 0;
}
