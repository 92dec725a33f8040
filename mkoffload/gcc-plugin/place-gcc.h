/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The further GCC headers that place.cc needs, in their order.  */

#ifndef OFFGOMP_PLACE_GCC_H
#define OFFGOMP_PLACE_GCC_H

/* clang-format off */
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "function.h"
/* clang-format on */

#endif
