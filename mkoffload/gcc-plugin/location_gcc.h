/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The further GCC headers that location.cc needs, in their order.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_LOCATION_GCC_H
#define MKOFFLOAD_GCC_PLUGIN_LOCATION_GCC_H

/* clang-format off */
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "function.h"
/* clang-format on */

#endif
