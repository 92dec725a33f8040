/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct.  No device has a foreign runtime, so the only object
   is omp_interop_none, as in libgomp.so.1.  The construct only waits for its
   dependences.  */

#include <dlfcn.h>

#include "libomptarget.h"

/* KIND: what it is for; clang 14 passes 64 bits.  */
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

void
__tgt_interop_init (struct ident *at, int32_t thread, void **interop,
                    int64_t kind, PARAMETERS)
{
  (void)kind, (void)device, (void)nowait;
  wait_for (at, thread, depends, depend);
  *interop = NULL;
}

void
__tgt_interop_use (struct ident *at, int32_t thread, void **interop, PARAMETERS)
{
  (void)interop, (void)device, (void)nowait;
  wait_for (at, thread, depends, depend);
}

void
__tgt_interop_destroy (struct ident *at, int32_t thread, void **interop,
                       PARAMETERS)
{
  (void)device, (void)nowait;
  wait_for (at, thread, depends, depend);
  *interop = NULL;
}
