/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Large copies to device memory (plugin/x86emul: x86emul_bulk_claim in proto.h,
   copy_all in host/bulk.c, work_on in target/populate.c).  Host and device
   claim chunks by one word; the host has the first ones, from the front, the
   device the last ones, from the end.  The host copies all chunks and waits for
   nothing.  All copies use the same word, and the device may still work on the
   first copy when the second begins.

   Whatever a region writes to the word, each chunk is copied once.  If no
   region writes there, no chunk belongs to both sides, and none is claimed for
   another copy than the one in the word.

   -DBROKEN: a claim is a load and a store.  -DBROKEN_NUMBER: a claim ignores
   the copy's number.  */

#define CHUNKS 3
#define COPIES 2

byte number, claimed; /* the word's two halves */
byte told;            /* copies that the device has heard of */
byte now;             /* the copy that the host is making */
byte front, back;     /* chunks of it that each side has */
byte copied[CHUNKS];  /* how often each of its chunks was copied */
bool spoilt;

#ifdef BROKEN_NUMBER
#define left(mine) (claimed < CHUNKS)
#else
#define left(mine) (number == mine && claimed < CHUNKS)
#endif

/* Claim a chunk of copy MINE.  OK: the caller has got one, which it adds to
   COUNT.  */
inline claim (mine, ok, count)
{
  ok = false;
  if
  :: left (mine) ->
#ifdef BROKEN
     seen = claimed;
#endif
     d_step {
#ifdef BROKEN
       claimed = seen;
#endif
       ok = left (mine);
       assert (spoilt || !ok || number == mine);
       if
       :: claimed < 200 -> claimed++
       :: else
       fi;
       if
       :: ok && mine == now -> count++
       :: else
       fi;
       assert (spoilt || front + back <= CHUNKS)
     }
  :: else
  fi
}

active proctype host ()
{
  byte i, seen, mine;
  bool ok;
  do
  :: now < COPIES ->
     d_step {
       now++;
       front = 0;
       back = 0;
       copied[0] = 0;
       copied[1] = 0;
       copied[2] = 0;
       number = now;
       claimed = 0
     }
     told = now;
     mine = 0;
     do
     :: mine < CHUNKS ->
        claim (now, ok, front);
        if
        :: ok -> copied[mine]++; mine++
        :: else -> break
        fi
     :: else -> break
     od;
     i = CHUNKS;
     do
     :: i > mine -> i--; copied[i]++
     :: else -> break
     od;
     assert (copied[0] == 1 && copied[1] == 1 && copied[2] == 1)
  :: else -> break
  od
}

active proctype device ()
{
  byte mine, done, seen;
  bool ok;
  do
  :: mine < COPIES && told > mine ->
     mine++;
     done = 0;
     do
     :: done < CHUNKS ->
        claim (mine, ok, back);
        if
        :: ok -> done++
        :: else -> break
        fi
     :: else -> break
     od
  :: mine == COPIES -> break
  od
}

active proctype region ()
{
  if
  :: d_step { spoilt = true; claimed = 0 }
  :: d_step { spoilt = true; claimed = CHUNKS }
  :: d_step { spoilt = true; number = 7 }
  :: d_step { spoilt = true; number = 1; claimed = 1 }
  :: skip
  fi
}
