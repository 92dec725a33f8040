/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The slot whose region a thread runs; see slot.h.  Owns each thread's
   slot.  */

#include "target/slot.h"

#include <dlfcn.h>
#include <stddef.h>

#include "base/invariant.h"
#include "plugin.h"

static _Thread_local int current_slot = -1;
/* A function of libgomp; NULL: it is not our libgomp.  */
static __typeof__ (&offgomp_device_region_tag) region_tag;

void
x86emul_slot_init (void *libgomp)
{
  region_tag
      = (__typeof__ (region_tag))dlsym (libgomp, "offgomp_device_region_tag");
}

void
x86emul_slot_serve (int slot)
{
  gomp_invariant (current_slot == -1, "the thread of slot %d serves slot %d",
                  current_slot, slot);
  current_slot = slot;
}

/* libgomp knows for which region its own threads work.  Tags are slot numbers
   from 1.  */
int
x86emul_slot_current (void)
{
  if (current_slot >= 0 || region_tag == NULL)
    return current_slot;
  return (int)region_tag () - 1;
}
