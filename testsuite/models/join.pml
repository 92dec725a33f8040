/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The end of a region (libgomp/team/join.c).  Only the primary waits; workers
   help with tasks from their docks.  The primary goes on when the region is
   closed and no helper is left.  All operations are sequentially consistent in
   the library.

   No task is left, the barrier opens once in each region, and no worker touches
   the team of a region that has ended.

   -DBROKEN: a helper does not look a second time after it was counted.  */

#define WORKERS 2
#define REGIONS 3

byte region;     /* number of the open region, or 0 */
byte missing;    /* threads that have not arrived */
byte pending;    /* tasks */
byte helpers;
byte opened;     /* openings */
bool is_full;
bool primary_on; /* the primary is past the end */
bool started[WORKERS];

inline try_open ()
{
  if
  :: is_full ->
     if
     :: pending == 0 ->
        if
        :: d_step { is_full -> is_full = false; opened++ }
        :: !is_full
        fi
     :: pending != 0
     fi
  :: !is_full
  fi
}

/* Run a task, if there is one, then look whether it was the last.  */
inline work ()
{
  if
  :: d_step { pending > 0 -> pending-- }
  :: pending == 0
  fi;
  try_open ()
}

inline arrive_last ()
{
  if
  :: pending != 0 ->
     is_full = true;
     try_open ()
  :: pending == 0 -> opened++
  fi
}

inline help ()
{
  if
  :: region == mine && pending != 0 ->
     helpers++;
#ifndef BROKEN
     if
     :: region == mine ->
#endif
        assert (!primary_on);
        work ();
        assert (!primary_on)
#ifndef BROKEN
     :: region != mine
     fi
#endif
     ;
     helpers--
  :: region != mine || pending == 0
  fi
}

proctype worker (byte me)
{
  byte mine;
  bool last, tasks;
end:
  do
  :: atomic { started[me] -> started[me] = false; mine = region };
     /* The first worker makes a task.  */
     if
     :: me == 0 -> pending++
     :: else
     fi;
     d_step { missing--; last = (missing == 0) };
     if
     :: last ->
        tasks = (pending != 0);
        if
        :: tasks -> helpers++
        :: else
        fi;
        arrive_last ();
        if
        :: tasks -> helpers--
        :: else
        fi
     :: else
     fi
  :: mine != 0 && region == mine && pending != 0 -> help ()
  od
}

init
{
  byte r, epoch;
  bool last;
  run worker (0);
  run worker (1);
  for (r : 1 .. REGIONS) {
    d_step {
      missing = WORKERS + 1;
      primary_on = false;
      region = r;
      epoch = opened;
      started[0] = true;
      started[1] = true
    };
    d_step { missing--; last = (missing == 0) };
    if
    :: last -> arrive_last ()
    :: else
    fi;
    do
    :: opened != epoch -> break
    :: opened == epoch && pending != 0 -> work ()
    :: opened == epoch && is_full -> try_open ()
    od;
    assert (opened == epoch + 1);
    assert (pending == 0);
    region = 0;
    helpers == 0;
    primary_on = true;
    assert (!is_full)
  }
}
