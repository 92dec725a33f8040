/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The exit status of a program whose devices ask for one.  */

#ifndef GOMP_OFFLOAD_DEVICE_END_STATUS_H
#define GOMP_OFFLOAD_DEVICE_END_STATUS_H

#include "base/compiler.h"

/* See offgomp_end_with in plugin.h.  */
HIDDEN void gomp_device_end_with (int status) COLD;

#endif
