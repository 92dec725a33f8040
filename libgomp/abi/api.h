/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of what abi/ exports and the C headers for programs do not
   declare, or declare with types of their own: the entry points of the files
   that include this.  Types of omp.h that the library treats as numbers are
   plain integers of the same size here.  */

#ifndef GOMP_ABI_API_H
#define GOMP_ABI_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

EXPORT void GOMP_warning (const char *msg, size_t length);
EXPORT void GOMP_error (const char *msg, size_t length);

EXPORT double omp_get_wtime (void);
EXPORT double omp_get_wtick (void);

#endif
