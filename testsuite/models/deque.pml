/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The work-stealing deque (libgomp/tasking/deque.h) under x86's store order,
   with two slots: the owner pushes and pops, two thieves steal.  A thief stores
   only by compare-and-swap.

   Every item is taken once, and it is the right one.

   -DBROKEN: in pop, the owner's store of bottom and its load of top are not
   ordered.  */

#define PROCESSES 2
#define VARIABLES 4
#define TOP 0
#define BOTTOM 1
#define SLOT(i) (2 + (i) % 2)
#include "tso.pmlh"

#define ITEMS 3
byte taken[ITEMS + 1];
bool finished;

inline take (item)
{
  d_step {
    assert (item != 0);
    taken[item]++;
    assert (taken[item] == 1)
  }
}

active proctype owner ()
{
  byte bottom = 0, next = 1, top, item;
  byte own[2]; /* the slots as the owner sees them */
  bool won;
  do
  :: next <= ITEMS ->
     top = LOAD (TOP);
     if
     :: bottom - top < 2 ->
        STORE (0, SLOT (bottom), next);
        own[bottom % 2] = next;
        bottom++;
        STORE (0, BOTTOM, bottom);
        next++
     :: else
     fi
  :: bottom > 0 ->
     /* The first, relaxed look.  */
     top = LOAD (TOP);
     if
     :: top >= bottom -> if :: next > ITEMS -> break :: else fi
     :: else ->
        item = own[(bottom - 1) % 2];
        STORE (0, BOTTOM, bottom - 1);
#ifndef BROKEN
        FENCE (0);
#endif
        top = LOAD (TOP);
        if
        :: top + 1 < bottom ->
           bottom--;
           take (item)
        :: else ->
           won = false;
           if
           :: top + 1 == bottom ->
              FENCE (0);
              d_step {
                won = (memory[TOP] == top);
                if :: won -> memory[TOP] = top + 1 :: else fi
              }
           :: else
           fi;
           STORE (0, BOTTOM, bottom);
           if :: won -> take (item) :: else fi
        fi
     fi
  od;
  FENCE (0);
  finished = true
}

active [2] proctype thief ()
{
  byte top, bottom, item;
  bool won;
  do
  :: finished -> break
  :: else ->
     top = LOAD (TOP);
     bottom = LOAD (BOTTOM);
     if
     :: top < bottom ->
        item = LOAD (SLOT (top));
        d_step {
          won = (memory[TOP] == top);
          if :: won -> memory[TOP] = top + 1 :: else fi
        }
        if :: won -> take (item) :: else fi
     :: else
     fi
  od
}
