/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* C, a program that clang compiles and a library that gcc compiles.  Their
   loops have the same threads, and data that the program has mapped are present
   for the library.  */

#include <dirent.h>
#include <stdlib.h>

#include "mixed.h"

enum
{
  N = 1000
};

static double v[N];

/* The threads that the operating system has for this process.  */
static int
count_threads (void)
{
  int count = 0;
  DIR *tasks = opendir ("/proc/self/task");
  for (struct dirent *e = readdir (tasks); e != NULL; e = readdir (tasks))
    count += e->d_name[0] != '.';
  closedir (tasks);
  return count;
}

static void
require (int is_right, const char *what)
{
  if (is_right)
    return;
  printf ("wrong: %s\n", what);
  exit (1);
}

static void
loops (void)
{
  int by_clang, by_gcc;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    v[i] = i;
  by_clang = count_threads ();
  require (sum (N, v) == N * (N - 1) / 2, "the sum");
  by_gcc = count_threads ();
  printf ("  threads after clang's loop: %d; after gcc's loop: %d\n", by_clang,
          by_gcc);
  require (by_clang == by_gcc, "there are two pools of threads");
}

static void
run_on (int device)
{
  struct place mine, theirs;

  for (int i = 0; i < N; i++)
    v[i] = i;
#pragma omp target data device(device) map(tofrom : v)
  {
#pragma omp target device(device) map(from : mine)
    {
      mine = where_am_i ();
      for (int i = 0; i < N; i++)
        v[i] += 1;
    }
    theirs = scale (device, N, v, 2);
  }
  print_place ("mixed, region of clang", mine);
  print_place ("mixed, region of gcc", theirs);
  for (int i = 0; i < N; i++)
    require (v[i] == 2 * (i + 1), "the vector");
}

int
main (void)
{
  printf ("C of clang and of gcc: %d devices\n", omp_get_num_devices ());
  loops ();
  for (int device = 0; device < omp_get_num_devices (); device++)
    run_on (device);
  run_on (omp_get_initial_device ());
  return 0;
}
