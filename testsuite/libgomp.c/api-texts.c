/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-output "\nbrief 0/1\n1: 0 of 1\n" } */
/* { dg-output "BEGIN.*OMP_TARGET_OFFLOAD.*END\n.*BEGIN.*GOMP_SPINCOUNT.*END" }
 */
/* Routines that give or print texts.  */

#include "check.h"

#include <omp.h>
#include <string.h>

int
main (void)
{
  char text[32];
  omp_set_affinity_format ("brief %n/%N");
  CHECK (omp_get_affinity_format (text, sizeof text) == 11);
  CHECK (strcmp (text, "brief %n/%N") == 0);
  CHECK (omp_get_affinity_format (text, 6) == 11);
  CHECK (strcmp (text, "brief") == 0);
  CHECK (omp_capture_affinity (text, sizeof text, "%.3n|%3N|") == 8);
  CHECK (strcmp (text, "  0|1  |") == 0);
  fprintf (stderr, "\n");
  omp_display_affinity (NULL);
  omp_display_affinity ("1: %n of %N");
  omp_display_env (0);
  omp_display_env (1);
  return 0;
}
