/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of offgomp_core's table for control variables; see
   include/offgomp_core.h.  */

#ifndef GOMP_ABI_OFFGOMP_CORE_ICV_H
#define GOMP_ABI_OFFGOMP_CORE_ICV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

HIDDEN int gomp_core_target_offload (void);
HIDDEN size_t gomp_core_stack_size (void);
HIDDEN void gomp_core_set_stack_size (size_t size);
HIDDEN void gomp_core_set_variables (const char *text);
HIDDEN void gomp_core_add_variables (const char *text);
HIDDEN bool gomp_core_cpu_siblings (unsigned cpu, bool of_socket,
                                    unsigned long *mask, size_t words);
HIDDEN void gomp_core_use_cpus (const unsigned long *mask, size_t words);

#endif
