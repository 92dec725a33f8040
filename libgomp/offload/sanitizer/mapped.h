/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A table of what is mapped, with names.  */

#ifndef GOMP_OFFLOAD_SANITIZER_MAPPED_H
#define GOMP_OFFLOAD_SANITIZER_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"

struct gomp_device;

/* [COPY, COPY + SIZE) on DEVICE is the copy of [HOST, HOST + SIZE) from now on,
   made by the calling thread's construct or routine, DIRECTIVE.  NAME, which is
   copied, is the variable's; "": the program's symbol, if it has one.  HOST 0:
   it is memory that was allocated for regions.  */
HIDDEN void gomp_mapped_add (const struct gomp_device *device, uintptr_t copy,
                             uintptr_t host, size_t size, const char *directive,
                             const char *name) COLD;
/* The memory at COPY is that no longer, because of DIRECTIVE.  */
HIDDEN void gomp_mapped_end (const struct gomp_device *device, uintptr_t copy,
                             const char *directive) COLD;
/* Write what ADDRESS on DEVICE is to OUT, indented, if the table knows it.
   WAS_ENDED: rather what it was before something ended there.  */
HIDDEN void gomp_mapped_describe (struct gomp_strbuf *out,
                                  const struct gomp_device *device,
                                  uintptr_t address, bool was_ended) COLD;
/* A child process: no device has anything.  */
HIDDEN void gomp_mapped_forget (void) COLD;
/* Around a fork.  */
HIDDEN void gomp_mapped_lock (void) COLD;
HIDDEN void gomp_mapped_unlock (void) COLD;

#endif
