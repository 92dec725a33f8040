/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The places and, for each thread of a team, the CPUs that the kernel lets it
   use: "places 0,1 2,3; threads 0,1 2,3".  */

#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>

enum
{
  CPUS = 64,
  THREADS_MAX = 64
};

static cpu_set_t allowed[THREADS_MAX];
static int team;

static void
print_cpu (int cpu, char *separator)
{
  printf ("%c%d", *separator, cpu);
  *separator = ',';
}

int
main (void)
{
  printf ("places");
  for (int place = 0; place < omp_get_num_places (); place++)
    {
      int cpus[CPUS];
      char separator = ' ';
      omp_get_place_proc_ids (place, cpus);
      for (int i = 0; i < omp_get_place_num_procs (place); i++)
        print_cpu (cpus[i], &separator);
    }
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    sched_getaffinity (0, sizeof (allowed[t]), &allowed[t]);
#pragma omp single
    team = omp_get_num_threads ();
  }
  printf ("; threads");
  for (int t = 0; t < team; t++)
    {
      char separator = ' ';
      for (int cpu = 0; cpu < CPUS; cpu++)
        if (CPU_ISSET (cpu, &allowed[t]))
          print_cpu (cpu, &separator);
    }
  printf ("\n");
  return 0;
}
