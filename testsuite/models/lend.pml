/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A docked worker's command in a device process (libgomp/team/pool.h).  The
   primary writes the command, sets the number of its region and counts the dock
   up.  The worker and, at the region's end, the primary try to exchange the
   number for 0; the one that gets the number runs the command.  The last
   command makes the worker end; the primary does not take it.

   Each command is run once, and no thread reads one that is being written.

   -DBROKEN: a thread reads the number and clears it in two steps.
   -DBROKEN_ORDER: the dock is counted up first; a worker that is too early
   waits for the next command.  */

#define REGIONS 3

byte dock;    /* commands so far */
byte region;  /* number of the latest command's region; 0: taken */
byte command; /* its contents: its region's number; 9: end */
byte runs;    /* how often the current region's command was run */
bool arrived; /* the worker's part has been done */
bool writing;

#ifdef BROKEN
#define TAKE(number) number = region; region = 0
#else
#define TAKE(number) d_step { number = region; region = 0 }
#endif

inline write (what)
{
  writing = true;
  command = what;
  writing = false;
#ifdef BROKEN_ORDER
  dock++;
  region = what
#else
  region = what;
  dock++
#endif
}

active proctype worker ()
{
  byte seen, mine;
  do
  :: dock != seen ->
     seen = dock;
     TAKE (mine);
     if
     :: mine != 0 ->
        assert (!writing);
        assert (command == mine);
        if
        :: mine == 9 -> break
        :: else -> runs++; arrived = true
        fi
     :: else
     fi
  od
}

active proctype primary ()
{
  byte r, mine;
  for (r : 1 .. REGIONS) {
    runs = 0;
    arrived = false;
    write (r);
    /* The primary tries this at the end of its own part, unless there are
       tasks.  */
    if
    :: TAKE (mine);
       if
       :: mine != 0 -> assert (mine == r); runs++; arrived = true
       :: else
       fi
    :: skip
    fi;
    arrived;
    assert (runs == 1)
  }
  write (9)
}
