/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Limits of the process.  Part of the operating system
   contract (os.h): the same general promise.  */

#ifndef GOMP_OS_LIMITS_H
#define GOMP_OS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* The limits that can keep a thread from being created, as text for one line.
   It is always NUL terminated, and cut off if TEXT is too short.  */
HIDDEN void os_thread_limits (char *text, size_t room);
/* Whether the process may have only so much address space or data.  */
HIDDEN bool os_memory_limited (void);

/* The load of the machine over the last 15 minutes, -1 if it is not known.  */
HIDDEN double os_load_average (void);

#endif
