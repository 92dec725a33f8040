/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How OMP_DISPLAY_ENV prints the value in effect, for each kind of row of
   env.def.  */

#ifndef GOMP_ICV_ENV_SHOW_H
#define GOMP_ICV_ENV_SHOW_H

#include "icv/env.h"

#define GOMP_ENV_SHOWER(kind)                                                  \
  HIDDEN void gomp_env_show_##kind (const struct gomp_env_row *row,            \
                                    struct gomp_strbuf *sb)
GOMP_ENV_SHOWER (boolean);
GOMP_ENV_SHOWER (int32);
GOMP_ENV_SHOWER (uint32);
GOMP_ENV_SHOWER (uint8);
GOMP_ENV_SHOWER (size);
GOMP_ENV_SHOWER (nested);
GOMP_ENV_SHOWER (nthreads);
GOMP_ENV_SHOWER (schedule);
GOMP_ENV_SHOWER (proc_bind);
GOMP_ENV_SHOWER (places);
GOMP_ENV_SHOWER (wait_policy);
GOMP_ENV_SHOWER (spin_count);
GOMP_ENV_SHOWER (text);
GOMP_ENV_SHOWER (allocator);
GOMP_ENV_SHOWER (target_offload);
GOMP_ENV_SHOWER (default_device);
GOMP_ENV_SHOWER (threads_reserve);
GOMP_ENV_SHOWER (nothing);

#endif
