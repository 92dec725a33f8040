/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Numbers in the environment of plugins.  */

#ifndef GOMP_BASE_NUMBER_H
#define GOMP_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* Digits and at most one of the letters of SUFFIXES, each 1024 times the one
   before; false: TEXT is something else.  */
HIDDEN bool gomp_number_parse (const char *text, const char *suffixes,
                               uint64_t *value);

#endif
