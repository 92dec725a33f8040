/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Starts the nodes of OFFLOAD_HOSTS and none of their devices.  Prints the
   number of nodes, then what they cost this process: milliseconds of time and
   of CPU time until they have come, KiB of memory, descriptors, threads, and
   milliseconds of CPU time in each second of ten idle ones.  */

#include <dirent.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double
cpu_ms (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static long
resident_kib (void)
{
  long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (f == NULL || fscanf (f, "%*d %ld", &pages) != 1)
    pages = 0;
  if (f != NULL)
    fclose (f);
  return pages * sysconf (_SC_PAGESIZE) / 1024;
}

static int
entries_of (const char *path)
{
  int count = -2; /* . and .. */
  DIR *directory = opendir (path);
  while (directory != NULL && readdir (directory) != NULL)
    count++;
  if (directory != NULL)
    closedir (directory);
  return count;
}

int
main (void)
{
  long memory = resident_kib ();
  int descriptors = entries_of ("/proc/self/fd");
  double begin = omp_get_wtime (), cpu = cpu_ms ();
  int nodes = omp_get_num_devices ();
  double time = omp_get_wtime () - begin, started = cpu_ms ();
  memory = resident_kib () - memory;
  if (nodes == 0)
    {
      /* A program without regions has no devices.  */
#pragma omp target
      ;
    }
  sleep (10);
  printf ("%d %.0f %.0f %ld %d %d %.2f\n", nodes, time * 1e3, started - cpu,
          memory, entries_of ("/proc/self/fd") - descriptors,
          entries_of ("/proc/self/task") - 1, (cpu_ms () - started) / 10);
  return 0;
}
