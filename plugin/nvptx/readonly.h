/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The read-only data of the program.  */

#ifndef PLUGIN_NVPTX_READONLY_H
#define PLUGIN_NVPTX_READONLY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

/* GCC maps the constants of a program as tofrom: does [START, START + SIZE)
   contain part of one?  */
HIDDEN bool nvptx_readonly_has (const void *start, size_t size);

#endif
