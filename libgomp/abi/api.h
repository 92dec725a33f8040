/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of what abi/ exports: the OpenMP routines as programs see them,
   and the entry points that the compiler calls and no header declares.  */

#ifndef GOMP_ABI_API_H
#define GOMP_ABI_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#pragma GCC visibility push(default)
#include "user/omp.h"
#pragma GCC visibility pop

EXPORT void GOMP_warning (const char *msg, size_t length);
EXPORT void GOMP_error (const char *msg, size_t length);

EXPORT void *GOMP_alloc (size_t align, size_t size, uintptr_t allocator);
EXPORT void GOMP_free (void *ptr, uintptr_t allocator);
EXPORT void GOMP_add_alloc (void *ptr);
EXPORT bool GOMP_is_alloc (void *ptr);

#endif
