/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of work-shared loops of type unsigned long long; see
   gomp_loop.c. Any thread of the team.  */

#include "abi/gomp_loop_code.h"
#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "team/loop.h"

#define LOOP_TYPE ull
#define LOOP(name) GOMP_loop_ull_##name
#define LOOP_DIRECTION bool up,
#define LOOP_IS_UP(incr) (up)
#define LOOP_POST GOMP_doacross_ull_post
#define LOOP_WAIT GOMP_doacross_ull_wait
#include "abi/gomp_loop.tmpl.h"
