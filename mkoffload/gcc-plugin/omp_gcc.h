/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* GCC's headers about OpenMP, in their order.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_OMP_GCC_H
#define MKOFFLOAD_GCC_PLUGIN_OMP_GCC_H

/* clang-format off */
#include "gomp-constants.h"
#include "omp-general.h"
/* clang-format on */

#endif
