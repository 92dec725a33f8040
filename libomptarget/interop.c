/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct: libgomp.so.1's, after waiting for the dependences as
   clang lays them out.  */

#include <dlfcn.h>

#include "libomptarget.h"
#include "routines.h"

/* KIND: 1 target, 2 targetsync; clang 14 passes 64 bits.  */
#define PARAMETERS int32_t device, int32_t depends, void *depend, int32_t nowait

EXPORT void __tgt_interop_init (struct ident *at, int32_t thread,
                                void **interop, int64_t kind, PARAMETERS);
EXPORT void __tgt_interop_use (struct ident *at, int32_t thread, void **interop,
                               PARAMETERS);
EXPORT void __tgt_interop_destroy (struct ident *at, int32_t thread,
                                   void **interop, PARAMETERS);

typedef void wait_function (struct ident *at, int32_t thread, int32_t depends,
                            void *depend, int32_t no_alias,
                            void *no_alias_list);

static void
wait_for (struct ident *at, int32_t thread, int32_t depends, void *depend)
{
  if (depends <= 0)
    return;
  wait_function *wait
      = (wait_function *)dlsym (RTLD_DEFAULT, "__kmpc_omp_wait_deps");
  if (wait != NULL)
    wait (at, thread, depends, depend, 0, NULL);
}

typedef void interop_function (int device, int init_count, void ***init,
                               const int *kinds, const char **preferred,
                               int use_count, void **use, int destroy_count,
                               void ***destroy, unsigned flags, void **depend);

static interop_function *
find_interop (void)
{
  return (interop_function *)omptarget_at_GOMP_interop;
}

void
__tgt_interop_init (struct ident *at, int32_t thread, void **interop,
                    int64_t kind, PARAMETERS)
{
  int kinds = (int)kind;
  (void)nowait;
  wait_for (at, thread, depends, depend);
  find_interop () (device, 1, &interop, &kinds, NULL, 0, NULL, 0, NULL, 0,
                   NULL);
}

void
__tgt_interop_use (struct ident *at, int32_t thread, void **interop, PARAMETERS)
{
  (void)nowait;
  wait_for (at, thread, depends, depend);
  find_interop () (device, 0, NULL, NULL, NULL, 1, interop, 0, NULL, 0, NULL);
}

void
__tgt_interop_destroy (struct ident *at, int32_t thread, void **interop,
                       PARAMETERS)
{
  (void)nowait;
  wait_for (at, thread, depends, depend);
  find_interop () (device, 0, NULL, NULL, NULL, 0, NULL, 1, &interop, 0, NULL);
}
