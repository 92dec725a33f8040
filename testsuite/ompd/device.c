/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program whose region on the emulated device has a parallel region of three
   threads: 1 says who they are, in one line, and waits until there is a file
   `go'; the others wait in a barrier.  */

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <omp.h>

#pragma omp declare target
static int
sleeps (int number)
{
  char name[64], line[64] = "";
  snprintf (name, sizeof (name), "/proc/self/task/%d/syscall", number);
  FILE *file = fopen (name, "r");
  int call = -1;
  if (file != NULL && fgets (line, sizeof (line), file) != NULL)
    sscanf (line, "%d", &call);
  if (file != NULL)
    fclose (file);
  return call == SYS_futex;
}

static void
tell (const int *number)
{
  while (!sleeps (number[0]) || !sleeps (number[2]))
    usleep (1000);
  printf ("%d %d %d %d\n", (int)getpid (), number[0], number[1], number[2]);
  fflush (stdout);
  while (access ("go", F_OK) != 0)
    usleep (1000);
}

static void
work (void)
{
  int number[3];
#pragma omp parallel num_threads(3)
  {
    number[omp_get_thread_num ()] = (int)syscall (SYS_gettid);
#pragma omp barrier
    if (omp_get_thread_num () == 1)
      tell (number);
#pragma omp barrier
  }
}
#pragma omp end declare target

int
main (void)
{
#pragma omp target
  work ();
  return 0;
}
