/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* mutexinoutset (libgomp/tasking/depend_mutex.c).  A node takes its mutexes in
   ascending order.  If a mutex is taken, the node becomes one of its waiters.
   A node that gives a mutex back hands it to a waiter and takes the waiter's
   other mutexes for it.  All operations on a mutex are compare-and-swap.

   Two tasks never have the same mutex, and all of them run.

   -DBROKEN: one node takes its mutexes in descending order.  */

#define NODES 3
#define MUTEXES 2
#define FREE 0
#define TAKEN 1
#define WAITER(n) (2 + (n))

byte word[MUTEXES];
byte next[NODES];    /* the next waiter, as a word's value */
byte taken[NODES];
bool ready[NODES];
byte owners[MUTEXES];

/* Mutex number I of node N.  The last node needs only the second mutex.  */
#ifdef BROKEN
#define AT(n, i) ((n) == 2 -> 1 : ((n) == 1 -> 1 - (i) : (i)))
#else
#define AT(n, i) ((n) == 2 -> 1 : (i))
#endif
#define COUNT(n) ((n) == 2 -> 1 : 2)

inline take_all (n)
{
  waits = false;
  do
  :: waits || taken[n] == COUNT (n) -> break
  :: else ->
     old = word[AT (n, taken[n])];
     if
     :: old == FREE ->
        if
        :: d_step { word[AT (n, taken[n])] == FREE ->
                    word[AT (n, taken[n])] = TAKEN;
                    taken[n]++ }
        :: d_step { word[AT (n, taken[n])] != FREE -> skip }
        fi
     :: else ->
        next[n] = old;
        if
        :: d_step { word[AT (n, taken[n])] == old ->
                    word[AT (n, taken[n])] = WAITER (n);
                    waits = true }
        :: d_step { word[AT (n, taken[n])] != old -> skip }
        fi
     fi
  od;
  if
  :: !waits -> ready[n] = true
  :: else
  fi
}

inline give (m)
{
  do
  :: old = word[m];
     if
     :: d_step { old == TAKEN && word[m] == old -> word[m] = FREE };
        waiter = NODES;
        break
     :: d_step { old != TAKEN && word[m] == old -> word[m] = next[old - 2];
                 waiter = old - 2 };
        break
     :: d_step { word[m] != old -> skip }
     fi
  od
}

proctype node (byte me)
{
  byte old, waiter, i;
  bool waits;
  take_all (me);
  ready[me];
  for (i : 0 .. COUNT (me) - 1) {
    owners[AT (me, i)]++;
    assert (owners[AT (me, i)] == 1)
  }
  for (i : 0 .. COUNT (me) - 1) {
    owners[AT (me, i)]--
  }
  for (i : 0 .. COUNT (me) - 1) {
    give (AT (me, i));
    if
    :: waiter != NODES ->
       taken[waiter]++;
       take_all (waiter)
    :: else
    fi
  }
}

init
{
  atomic {
    run node (0);
    run node (1);
    run node (2)
  }
}
