/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Initialization of locks with a HINT, which only tools see, for a call from
   AT.  Any thread.  */

#ifndef GOMP_ABI_OMP_LOCK_H
#define GOMP_ABI_OMP_LOCK_H

#include "base/compiler.h"

HIDDEN void gomp_abi_make_lock (void *lock, unsigned hint, const void *at);
HIDDEN void gomp_abi_make_nest_lock (void *lock, unsigned hint, const void *at);
/* The Fortran variable VAR points to the lock.  */
HIDDEN void gomp_abi_make_nest_lock_f (void *var, unsigned hint,
                                       const void *at);

#endif
