/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a module with locks does when the process forks: its gomp_<module>_fork
   is called in the forking thread, which takes the module's locks before, so
   that the child finds what they guard whole, and gives them back after, in
   both processes.  They are taken one after the other; none is taken while
   another of them is held.

   team/pool.c calls those of the modules up to tasking, offload/device/device.c
   those of its own.  Both have their handlers registered by a constructor, so
   that a child works even if another thread was just using the library for the
   first time.  What has no lock that outlives a call is not among them: a team
   in which a thread forks has one thread in the child (team/hot_teams.c), a
   device that is in use cannot be used there.  */

#ifndef GOMP_BASE_FORK_H
#define GOMP_BASE_FORK_H

enum gomp_fork
{
  GOMP_FORK_BEFORE, /* about to fork */
  GOMP_FORK_PARENT, /* has forked, or could not */
  GOMP_FORK_CHILD   /* this is the child, with this thread alone */
};

#endif
