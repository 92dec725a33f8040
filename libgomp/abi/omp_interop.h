/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The entry point of the interop construct.  */

#ifndef GOMP_ABI_OMP_INTEROP_H
#define GOMP_ABI_OMP_INTEROP_H

#include "base/compiler.h"

struct interop_obj_t;

EXPORT void
GOMP_interop (int number, int init_count, struct interop_obj_t ***init,
              const int *target_targetsync, const char **prefer_type,
              int use_count, struct interop_obj_t **use, int destroy_count,
              struct interop_obj_t ***destroy, unsigned flags, void **depend);

#endif
