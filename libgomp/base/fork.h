/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a module with locks does when the process forks.  The forking thread
   calls its gomp_<module>_fork before the fork, to take the module's locks, so
   that the child finds consistent data.  It calls the function again after the
   fork, in both processes, to release the locks.  The locks are taken one after
   the other; no thread ever takes one of them while it holds another.

   team/pool.c calls the functions of the modules up to tasking,
   offload/device/device.c those of offload.  Constructors register the handlers
   of both, so that a child works even if another thread was just using the
   library for the first time.  Other locks are not included, since the child
   does not use them: a team in which a thread forks has one thread in the child
   (team/hot_teams.c); a device that is in use cannot be used there.  */

#ifndef GOMP_BASE_FORK_H
#define GOMP_BASE_FORK_H

enum gomp_fork
{
  GOMP_FORK_BEFORE, /* about to fork */
  GOMP_FORK_PARENT, /* has forked, or could not */
  GOMP_FORK_CHILD   /* this is the child, with this thread alone */
};

#endif
