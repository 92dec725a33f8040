/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* GCC's plugin headers, in the order that they require.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_GCC_HEADERS_H
#define MKOFFLOAD_GCC_PLUGIN_GCC_HEADERS_H

/* clang-format off */
#include "gcc-plugin.h"
#include "tree.h"
#include "tree-pass.h"
#include "context.h"
#include "basic-block.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "lto-streamer.h"
#include "cgraph.h"
#include "data-streamer.h"
#include "pass_manager.h"
#include "lto-section-names.h"
#include "stringpool.h"
#include "attribs.h"
#include "output.h"
#include "diagnostic-core.h"
/* clang-format on */

#endif
