/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Describes an address in words.  See explain.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_EXPLAIN_H
#define GOMP_OFFLOAD_DEVICE_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_device;

/* See offgomp_explain_address in plugin.h.  */
HIDDEN size_t gomp_explain_address (int type, int ordinal, uintptr_t address,
                                    char *buf, size_t size);
/* Add the mappings nearest to ADDRESS to the recorded error.  */
HIDDEN void gomp_explain_nearest (struct gomp_device *device,
                                  uintptr_t address) COLD;

#endif
