/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For the programs of cluster*.sh, whose devices are lost.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma omp declare target
/* End the process VICTIM; 0: this one.  */
static void
end_process (int victim)
{
  kill (victim != 0 ? victim : getpid (), SIGKILL);
  for (;;)
    pause ();
}
#pragma omp end declare target

/* The process to end: WHAT is "node", whose server has left its number in a
   file, or else a device.  */
static int
find_victim (const char *what)
{
  int number = 0;
  if (strcmp (what, "node") != 0)
    return 0;
  FILE *f = fopen ("number", "r");
  if (f == NULL || fscanf (f, "%d", &number) != 1)
    abort ();
  fclose (f);
  return number;
}
