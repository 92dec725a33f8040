/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A docked worker's command in a device process (libgomp/team/pool.h): the
   primary writes it, sets the number of its region and counts the dock up, and
   whoever exchanges the number for 0 runs it, the worker or the primary at the
   region's end.  Each command is run once, and nobody reads one that is being
   written.  The last one tells the worker to end, which nobody takes from it.
   -DBROKEN: the two look at the number and clear it in two steps.
   -DBROKEN_ORDER: the dock is counted up first; a worker that is too early goes
   back to wait for the next command.  */

#define REGIONS 3

byte dock;    /* commands so far */
byte region;  /* number of the latest one's; 0: taken */
byte command; /* what it says: its region's number; 9: end */
byte runs;    /* of the current region's command */
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
    /* At the end of its own part, unless there are tasks.  */
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
