/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Readers of the address map's tree (libgomp/offload/map/bplus.c), which take
   no lock, and its only writer, which makes the version of each node odd while
   it changes the node.  A split moves the wanted range to a node from the free
   list.  The node where it was keeps another range, is soon emptied and used
   again.  The writer's stores become visible in order, and so do the reader's
   loads, so the model may be sequentially consistent.

   A reader finds the range, or knows that it has to try again.

   -DBROKEN: a reader does not look at the upper node's version again after it
   has noted the lower node's.  */

#define LEAVES 3
#define ROUNDS 3
#define NOTHING 0
#define WANTED 1
#define OTHER 2

byte root_version;
byte child;           /* the root's: the leaf where WANTED belongs */
byte version[LEAVES];
byte range[LEAVES];   /* the only slot of each leaf */

/* The root and the leaves FROM and TO change at once.  */
inline split (from, to)
{
  version[from] = version[from] + 1;
  version[to] = version[to] + 1;
  range[to] = NOTHING; /* node_acquire */
  range[to] = WANTED;
  range[from] = OTHER;
  root_version = root_version + 1;
  child = to;
  version[from] = version[from] + 1;
  version[to] = version[to] + 1;
  root_version = root_version + 1
}

inline empty_and_release (leaf)
{
  version[leaf] = version[leaf] + 1;
  range[leaf] = NOTHING;
  version[leaf] = version[leaf] + 1
}

proctype writer ()
{
  byte round, from, to;
  for (round : 1 .. ROUNDS) {
    from = child;
    /* Choose one of the two free leaves.  */
    if
    :: to = (from + 1) % LEAVES
    :: to = (from + 2) % LEAVES
    fi;
    split (from, to);
    empty_and_release (from)
  }
}

proctype reader ()
{
  byte above, below, at, seen;
  do
  :: above = root_version;
     if
     :: above % 2 == 1 -> goto busy
     :: else
     fi;
     at = child;
     if
     :: root_version != above -> goto busy
     :: else
     fi;
     below = version[at];
     if
     :: below % 2 == 1 -> goto busy
#ifndef BROKEN
     :: below % 2 == 0 && root_version != above -> goto busy
#endif
     :: else
     fi;
     seen = range[at];
     if
     :: version[at] != below -> goto busy
     :: else
     fi;
     assert (seen == WANTED);
     break;
busy:
     skip;
     d_step { above = 0; below = 0; at = 0; seen = 0 }
  od
}

init
{
  atomic {
    range[0] = WANTED;
    run writer ();
    run reader ();
    run reader ()
  }
}
