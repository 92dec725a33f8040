/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A mask that the program sets inside a region, and that is a part of the
   thread's place, stays as it is: there, outside, and in the next region.
   Needs a place 0 of CPUs 0 and 1, and another place.  */

#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static void
report (const char *name, int good)
{
  printf ("%s: narrower: %s\n", good ? "PASS" : "FAIL", name);
}

static int
mask_is (const cpu_set_t *wanted)
{
  cpu_set_t now;
  sched_getaffinity (0, sizeof (now), &now);
  return CPU_EQUAL (&now, wanted);
}

/* A region whose primary has the mask INSIDE, and then sets NEXT; long enough
   after the one before to be of no series, after which a mask comes late.  */
static int
region (const cpu_set_t *inside, const cpu_set_t *next)
{
  int good = 1;
  usleep (10000);
#pragma omp parallel num_threads(4)
#pragma omp master
  {
    good = mask_is (inside);
    if (next != NULL)
      sched_setaffinity (0, sizeof (*next), next);
  }
  return good;
}

int
main (void)
{
  cpu_set_t own, place, one;
  sched_getaffinity (0, sizeof (own), &own);
  CPU_ZERO (&place);
  CPU_SET (0, &place);
  CPU_SET (1, &place);
  CPU_ZERO (&one);
  CPU_SET (1, &one);

  report ("bound", region (&place, NULL));
  report ("free", mask_is (&own));
  report ("set inside", region (&place, &one));
  report ("kept outside", mask_is (&one));
  report ("kept inside", region (&one, NULL));
  report ("kept outside again", mask_is (&one));
  sched_setaffinity (0, sizeof (own), &own);
  report ("bound again", region (&place, NULL));
  report ("free again", mask_is (&own));
  return 0;
}
