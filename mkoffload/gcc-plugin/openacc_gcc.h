/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The further GCC headers that openacc.cc needs, in their order.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_OPENACC_GCC_H
#define MKOFFLOAD_GCC_PLUGIN_OPENACC_GCC_H

/* clang-format off */
#include "target.h"
#include "internal-fn.h"
#include "gimple-expr.h"
#include "omp-general.h"
#include "omp-low.h"
/* clang-format on */

#endif
