/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions by pairs (libgomp/team/combine.c): threads leave their results in
   the team's word, or take those that are there.  Two constructs, with a barrier
   after each.

   In each construct one thread has the results of all, each once, and the word
   is empty then.

   -DBROKEN: a thread reads the word, and empties it later, so that two take the
   same results.
   -DBROKEN_LOST: a thread leaves its results without looking for others.  */

#define THREADS 3
#define ROUNDS 2

byte word;           /* 0: empty; thread + 1 */
byte has[THREADS];   /* bits: whose results each thread has */
byte winners, arrived, round;

inline combine_all ()
{
  do
  :: has[me] == (1 << THREADS) - 1 ->
     assert (word == 0);
     winners++;
     break
  :: else ->
#ifdef BROKEN_LOST
     word = me + 1;
     break
#else
     if
     :: atomic { word == 0 -> word = me + 1 };
        break
     :: atomic { word != 0 -> skip }
     fi;
#ifdef BROKEN
     other = word;
     word = 0;
#else
     atomic { other = word; word = 0 };
#endif
     if
     :: other != 0 ->
        assert ((has[me] & has[other - 1]) == 0);
        has[me] = has[me] | has[other - 1]
     :: else
     fi
#endif
  od
}

active [THREADS] proctype thread ()
{
  byte me = _pid, my_round, other;
  for (my_round : 1 .. ROUNDS)
    {
      has[me] = 1 << me;
      combine_all ();
      /* The barrier.  */
      atomic {
        arrived++;
        if
        :: arrived == THREADS ->
           assert (winners == 1 && word == 0);
           winners = 0;
           arrived = 0;
           round++
        :: else
        fi
      };
      round == my_round
    }
}
