/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What omp_get_proc_bind returns in nested regions, with and without the clause
   proc_bind: the clause's value, unless no thread is bound or OMP_PROC_BIND
   lists a value for the inner regions.  */
/* { dg-do report } */

#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEPTH 3

/* The clauses in the order of run.  */
enum
{
  NONE,
  PRIMARY,
  CLOSE,
  SPREAD,
  CLAUSES
};

static const omp_proc_bind_t value_of[CLAUSES]
    = { omp_proc_bind_false, omp_proc_bind_primary, omp_proc_bind_close,
        omp_proc_bind_spread };

static const struct environment
{
  const char *text;
  const char *places; /* OMP_PLACES, or NULL */
  omp_proc_bind_t list[DEPTH];
  int count;
} environments[] = {
  { NULL, NULL, { omp_proc_bind_false }, 1 },
  { NULL, "{0},{0}", { omp_proc_bind_true }, 1 },
  { "false", NULL, { omp_proc_bind_false }, 1 },
  { "false", "{0},{0}", { omp_proc_bind_false }, 1 },
  { "true", NULL, { omp_proc_bind_true }, 1 },
  { "true", "{0},{0}", { omp_proc_bind_true }, 1 },
  { "master", "{0},{0}", { omp_proc_bind_primary }, 1 },
  { "close", "{0},{0}", { omp_proc_bind_close }, 1 },
  { "spread", "{0},{0}", { omp_proc_bind_spread }, 1 },
  { "spread,close",
    "{0},{0}",
    { omp_proc_bind_spread, omp_proc_bind_close },
    2 },
  { "close,spread,master",
    "{0},{0}",
    { omp_proc_bind_close, omp_proc_bind_spread, omp_proc_bind_primary },
    3 },
};
enum
{
  ENVIRONMENTS = sizeof (environments) / sizeof (environments[0])
};

static const struct environment *now;
static int nthreads;
static int wrong;

static void run (int level, omp_proc_bind_t outside);

/* In every thread of a region with CLAUSE, LEVEL others around it.  */
static void
look (int level, omp_proc_bind_t outside, int clause)
{
  omp_proc_bind_t expected = outside;
  if (level + 1 < now->count)
    expected = now->list[level + 1];
  else if (clause != NONE && outside != omp_proc_bind_false)
    expected = value_of[clause];
  omp_proc_bind_t found = omp_get_proc_bind ();
  if (found != expected)
#pragma omp critical
    if (wrong++ < 5)
      printf ("level %d of %d threads, outside %d, clause %d: %d, not %d\n",
              level, nthreads, outside, clause, found, expected);
  if (omp_get_thread_num () == omp_get_num_threads () - 1)
    run (level + 1, found);
}

static void
run (int level, omp_proc_bind_t outside)
{
  if (level == DEPTH)
    return;
#pragma omp parallel num_threads(nthreads)
  look (level, outside, NONE);
#pragma omp parallel num_threads(nthreads) proc_bind(master)
  look (level, outside, PRIMARY);
#pragma omp parallel num_threads(nthreads) proc_bind(close)
  look (level, outside, CLOSE);
#pragma omp parallel num_threads(nthreads) proc_bind(spread)
  look (level, outside, SPREAD);
  if (omp_get_proc_bind () != outside)
    wrong++;
}

static int
run_all (void)
{
  for (nthreads = 1; nthreads <= 3; nthreads++)
    for (int active = 1; active <= DEPTH; active++)
      {
        omp_set_max_active_levels (active);
        if (omp_get_proc_bind () != now->list[0])
          wrong++;
        run (0, omp_get_proc_bind ());
      }
  return wrong != 0;
}

static void
set (const char *name, const char *value)
{
  if (value != NULL)
    setenv (name, value, 1);
  else
    unsetenv (name);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      now = &environments[atoi (argv[1])];
      return run_all ();
    }
  for (int i = 0; i < ENVIRONMENTS; i++)
    {
      const struct environment *e = &environments[i];
      char number[16];
      int status = -1;
      snprintf (number, sizeof (number), "%d", i);
      set ("OMP_PROC_BIND", e->text);
      set ("OMP_PLACES", e->places);
      fflush (stdout);
      pid_t child = fork ();
      if (child == 0)
        {
          execl (argv[0], argv[0], number, (char *)NULL);
          _exit (127);
        }
      waitpid (child, &status, 0);
      printf ("%s: OMP_PROC_BIND %s, OMP_PLACES %s\n",
              status == 0 ? "PASS" : "FAIL", e->text != NULL ? e->text : "none",
              e->places != NULL ? e->places : "none");
    }
  return 0;
}
