/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The accessible part of device memory; see memory.h.

   The host says in the control block how much is in use; a thread that is about
   to run a region checks this.  A running region that uses newer memory faults
   there once and goes on.  The mutex protects changes of page protection: a
   late thread must not make memory accessible that the host has since made
   inaccessible.  */

#include "target/memory.h"

#include "os/memory.h"
#include "sync/mutex.h"

_Atomic uint64_t x86emul_memory_opened;
static struct gomp_mutex mutex;

void
x86emul_memory_open (void)
{
  struct x86emul_process *d = &x86emul_process;
  gomp_mutex_lock (&mutex);
  uint64_t from
      = atomic_load_explicit (&x86emul_memory_opened, memory_order_relaxed);
  /* Acquire: pairs with the release in the host's open_view.  */
  uint64_t to
      = atomic_load_explicit (&d->control->in_use, memory_order_acquire);
  to = to < d->arena_size ? to : d->arena_size;
  if (to > from
      && os_protect (d->arena + from, to - from, OS_PROT_READ | OS_PROT_WRITE)
             == 0)
    /* Release: pairs with the acquire in x86emul_memory_follow.  */
    atomic_store_explicit (&x86emul_memory_opened, to, memory_order_release);
  gomp_mutex_unlock (&mutex);
}

/* Another thread may have made the memory accessible already.  So each thread
   retries once after it sees that more memory is accessible than it knew
   of.  */
bool
x86emul_memory_faulted (uint64_t address)
{
  static _Thread_local uint64_t known;
  uint64_t offset = address - (uintptr_t)x86emul_process.arena;
  if (offset >= x86emul_process.arena_size)
    return false;
  x86emul_memory_follow ();
  uint64_t opened
      = atomic_load_explicit (&x86emul_memory_opened, memory_order_acquire);
  bool again = offset < opened && known != opened;
  known = opened;
  return again;
}
