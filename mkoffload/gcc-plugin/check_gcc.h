/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The further GCC headers that check*.cc need, in their order.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_CHECK_GCC_H
#define MKOFFLOAD_GCC_PLUGIN_CHECK_GCC_H

/* clang-format off */
#include "fold-const.h"
#include "ssa.h"
#include "tree-ssanames.h"
#include "tree-phinodes.h"
#include "ssa-iterators.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-inline.h"
#include "tree-ssa-alias.h"
#include "tree-dfa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "builtins.h"
#include "dominance.h"
#include "tree-ssa-loop-niter.h"
#include "asan.h"
#include "langhooks.h"
/* clang-format on */

#endif
