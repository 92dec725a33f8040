/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that no thread may call once it is finalized, nor be in a call of
   then: it ends the process with status 99.  */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "every.h"

static atomic_bool is_over;
static atomic_int calls; /* that have not returned */

static void
complain (const char *what)
{
  dprintf (2, "closer: %s\n", what);
  _exit (99);
}

static void
call (void)
{
  atomic_fetch_add (&calls, 1);
  if (is_over)
    complain ("a call after the end");
  atomic_fetch_sub (&calls, 1);
}

/* A late call of another thread has time to come.  */
static void
finalize (ompt_data_t *data)
{
  (void)data;
  is_over = true;
  if (calls != 0)
    complain ("a call has not returned");
  usleep (20000);
}
