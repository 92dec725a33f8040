/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Edges of the dependence graph (libgomp/tasking/depend.c).  A parent enters a
   node that depends on two others while these complete.  It pushes an edge to
   each predecessor's list, unless the list is the mark, and counts the edges.
   A predecessor exchanges its list for the mark and counts its successors down.
   All this is done by locked instructions, which also order the data, so the
   model may be sequentially consistent.

   The successor becomes ready once, after both predecessors, and not before it
   is entered.

   -DBROKEN: `missing' starts from 0 instead of 1 while the node is entered.  */

#define EMPTY 0
#define EDGE 1
#define MARK 2
byte list[2];
byte missing;
byte ready;
bool complete[2], entered;

inline make_ready ()
{
  d_step {
    ready++;
    assert (ready == 1 && complete[0] && complete[1] && entered)
  }
}

inline count_down ()
{
  d_step {
    missing--;
    last = (missing == 0)
  }
  if
  :: last -> make_ready ()
  :: else
  fi
}

active proctype parent ()
{
  bool last, pushed;
  byte i;
#ifndef BROKEN
  missing = 1;
#endif
  for (i : 0 .. 1) {
    if
    :: list[i] != MARK ->
       d_step { missing++ };
       d_step { /* compare-and-swap */
         pushed = (list[i] == EMPTY);
         if :: pushed -> list[i] = EDGE :: else fi
       }
       if
       :: !pushed -> d_step { missing-- } /* the mark came first */
       :: else
       fi
    :: else
    fi
  }
  entered = true;
#ifndef BROKEN
  count_down ();
#endif
  ready == 1
}

active [2] proctype predecessor ()
{
  bool last;
  byte old;
  byte me = _pid - 1;
  complete[me] = true;
  d_step { old = list[me]; list[me] = MARK }
  if
  :: old == EDGE -> count_down ()
  :: else
  fi
}
