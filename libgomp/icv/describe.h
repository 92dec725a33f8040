/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The settings, CPUs and places, for offgomp-info; see describe.c.  */

#ifndef GOMP_ICV_DESCRIBE_H
#define GOMP_ICV_DESCRIBE_H

#include "base/compiler.h"
#include "base/describe.h"

HIDDEN void gomp_icv_describe (const struct offgomp_describer *to) COLD;

#endif
