/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The queue of launches of an emulated device (plugin/x86emul: proto.h, post in
   host/async.c, serve_queue in target/server.c).  The host posts entries and
   launches a server where it sees none; a server that finds the queue empty
   lowers the count and looks once more.  All these are sequentially consistent.
   Each entry is run once, none stays behind; -DBROKEN leaves out the second
   look.  The host launches a second server at any time, too, as it does where
   entries lie for long.  */

#define ENTRIES 3
#define THREADS 2

byte tail, head, servers;
byte launched; /* servers that shall start */
byte runs[ENTRIES];
bool all_posted;

active proctype host ()
{
  byte posted;
  do
  :: posted < ENTRIES ->
     posted++;
     tail = posted;
     if
     :: servers == 0 ->
        servers++;
        launched++
     :: else
     fi
  :: tail != head && launched == 0 && servers < THREADS ->
     servers++;
     launched++
  :: posted == ENTRIES -> break
  od;
  all_posted = true
}

active [THREADS] proctype server ()
{
  byte seen, mine;
idle:
end:
  atomic { launched > 0 -> launched-- }
again:
  seen = head;
  if
  :: seen == tail -> goto leave
  :: else
  fi;
  atomic {
    if
    :: head == seen ->
       head++;
       mine = seen
    :: else -> goto again
    fi
  }
  assert (runs[mine] == 0);
  runs[mine]++;
  goto again;
leave:
  atomic { servers--; assert (servers < 255) }
#ifndef BROKEN
  seen = head;
  if
  :: seen == tail -> goto idle
  :: else
  fi;
  servers++;
  goto again
#else
  goto idle
#endif
}

/* When nothing can go on any more.  */
active proctype observer ()
{
  timeout -> assert (all_posted && head == ENTRIES && launched == 0)
}
