/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that nobody waits for ends its device: a thread of the library ends
   the program.  */

#include <unistd.h>

int
main (void)
{
  int *null = NULL;
#pragma omp target nowait firstprivate(null)
  *null = 1;
  for (;;)
    pause ();
}
