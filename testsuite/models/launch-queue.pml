/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The queue of launches of an emulated device (plugin/x86emul: proto.h, post in
   host/async.c, serve_queue in target/server.c).  The host posts entries, and
   launches a server if it sees none.  It may launch a second server at any
   time, as it does when entries lie for long.  A server that finds the queue
   empty lowers the count of servers and looks once more.  All operations are
   sequentially consistent.

   Each entry is run once, and none stays behind.

   -DBROKEN: the server's second look is left out.  */

#define ENTRIES 3
#define THREADS 2

byte tail, head, servers;
byte launched; /* servers that have to start */
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

/* Checks the result when no process can go on any more.  */
active proctype observer ()
{
  timeout -> assert (all_posted && head == ENTRIES && launched == 0)
}
