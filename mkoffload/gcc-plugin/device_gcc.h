/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The further GCC headers that device.cc needs, in their order.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_DEVICE_GCC_H
#define MKOFFLOAD_GCC_PLUGIN_DEVICE_GCC_H

/* clang-format off */
#include "fold-const.h"
#include "ssa.h"
#include "tree-ssanames.h"
#include "tree-phinodes.h"
#include "ssa-iterators.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-eh.h"
#include "varasm.h"
#include "omp-offload.h"
/* clang-format on */

#endif
