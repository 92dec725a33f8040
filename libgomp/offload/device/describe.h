/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* All devices, and the reasons for those that are absent, for offgomp-info;
   see describe.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_DESCRIBE_H
#define GOMP_OFFLOAD_DEVICE_DESCRIBE_H

#include "base/compiler.h"
#include "base/describe.h"

HIDDEN void gomp_devices_describe (const struct offgomp_describer *to) COLD;

#endif
