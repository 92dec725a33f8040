/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* When a thread stands aside from a lock.  The test says how long an attempt
   took, so that sections seem short compared with it.  */

#include "sync/backoff.h"

#include "check.h"

#include "os/os.h"

static char lock, other, lost;

/* Wait for LOCK and get it, by an attempt of NS if that is asked for; true: it
   was.  */
static bool
wait_for (const void *which, uint64_t ns)
{
  struct gomp_backoff *backoff = gomp_backoff_meet (which, 5);
  if (backoff == NULL)
    return false;
  uint64_t now = os_time_ns ();
  gomp_backoff_pass (backoff, now - ns);
  while (ns == 0 && os_time_ns () - now < 100000)
    continue;
  return true;
}

static unsigned
asked (const void *which, uint64_t ns, unsigned waits)
{
  unsigned n = 0;
  for (unsigned i = 0; i < waits; i++)
    n += wait_for (which, ns);
  return n;
}

/* A section of no time beside an attempt of an hour: soon it stands aside,
   which it does for a number of times and then looks anew.  */
static void
burst (void)
{
  uint64_t hour = UINT64_C (3600000000000);
  unsigned waits = 0;
  unsigned row = 0;
  while (row < 16 && waits++ < 10000)
    row = wait_for (&lock, hour) ? row + 1 : 0;
  EXPECT (waits < 10000);
  while (wait_for (&lock, hour) && waits++ < 10000)
    continue;
  EXPECT (waits < 10000);
}

/* Another lock is another matter.  */
static void
change (void)
{
  while (!wait_for (&lock, 0))
    continue;
  EXPECT (asked (&other, 0, 3) == 0);
}

/* It looks by the next attempt if one did not give it the lock.  */
static void
attempt_in_vain (void)
{
  unsigned waits = 0;
  while (gomp_backoff_meet (&lost, 5) == NULL && waits < 1000)
    waits++;
  EXPECT (waits > 0 && waits < 1000);
  EXPECT (gomp_backoff_meet (&lost, 5) != NULL);
  EXPECT (gomp_backoff_meet (&lost, 5) != NULL);
}

/* Sections that take much longer than an attempt: it looks seldom, and more and
   more so.  */
static void
calm (void)
{
  unsigned first = asked (&lock, 0, 1000);
  asked (&lock, 0, 100000);
  unsigned last = asked (&lock, 0, 1000);
  EXPECT (first > last);
  EXPECT (last < 10);
}

int
main (void)
{
  RUN (burst);
  RUN (change);
  RUN (attempt_in_vain);
  RUN (calm);
  return check_done ();
}
