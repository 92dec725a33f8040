/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mutexes that are held while a plugin's hooks run: a device's, and that of
   the table of devices.

   A hook may end the program, by GOMP_PLUGIN_fatal or for want of memory, and
   the mutex is then never given back.  So nobody waits for it in a program that
   is ending, in particular no exit handler.  */

#ifndef GOMP_OFFLOAD_DEVICE_HOOK_LOCK_H
#define GOMP_OFFLOAD_DEVICE_HOOK_LOCK_H

#include <stdbool.h>

#include "base/diag.h"
#include "sync/mutex.h"

/* Not among the mutexes that a thread must give back before the program
   ends.  */
static inline void
gomp_hook_count (int change)
{
  gomp_invariant_lock (-change);
}

/* False: the program is ending, and another one, or the caller, holds M.  */
static inline bool
gomp_hook_lock (struct gomp_mutex *m)
{
  if (!gomp_fatal_begun ())
    gomp_mutex_lock (m);
  else if (!gomp_mutex_trylock (m))
    return false;
  gomp_hook_count (1);
  return true;
}

static inline void
gomp_hook_unlock (struct gomp_mutex *m)
{
  gomp_hook_count (-1);
  gomp_mutex_unlock (m);
}

#endif
