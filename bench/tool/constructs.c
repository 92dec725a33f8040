/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Executes a construct so many times: constructs NAME COUNT.  The script counts
   the instructions of two runs with different counts.  */

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static volatile int x;

static void
parallel (long count)
{
  for (long i = 0; i < count; i++)
#pragma omp parallel
    x = 1;
}

static void
parallel_for (long count)
{
  for (long i = 0; i < count; i++)
#pragma omp parallel for
    for (int k = 0; k < 4; k++)
      x = k;
}

static void
barrier (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
    {
#pragma omp barrier
    }
}

static void
single (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp single nowait
    x = 1;
}

static void
critical (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp critical
    x = 1;
}

static void
lock (long count)
{
  omp_lock_t l;
  omp_init_lock (&l);
#pragma omp parallel
  for (long i = 0; i < count; i++)
    {
      omp_set_lock (&l);
      x = 1;
      omp_unset_lock (&l);
    }
  omp_destroy_lock (&l);
}

static void
task (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp task
    x = 1;
}

static void
taskwait (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
    {
#pragma omp taskwait
    }
}

static void
depend (long count)
{
  static int a;
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp task depend(inout : a)
    x = 1;
}

static void
taskgroup (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
#pragma omp taskgroup
    x = 1;
}

static void
thread_num (long count)
{
#pragma omp parallel
  for (long i = 0; i < count; i++)
    x = omp_get_thread_num ();
}

static const struct
{
  const char *name;
  void (*run) (long);
} constructs[] = {
#define C(name)                                                                \
  {                                                                            \
#    name, name                                                                \
  }
  C (parallel),  C (barrier),      C (single),     C (critical),
  C (lock),      C (task),         C (taskwait),   C (depend),
  C (taskgroup), C (parallel_for), C (thread_num),
#undef C
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (constructs) / sizeof (constructs[0]); i++)
    if (argc == 3 && strcmp (argv[1], constructs[i].name) == 0)
      {
        constructs[i].run (strtol (argv[2], NULL, 10));
        return 0;
      }
  return 1;
}
