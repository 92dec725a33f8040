/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* GCC's compiler for nvptx.  */

#ifndef MKOFFLOAD_NVPTX_COMPILER_H
#define MKOFFLOAD_NVPTX_COMPILER_H

#include "options.h"

/* The path of the compiler's driver that belongs to the host's DRIVER.  NULL:
   there is none, and the user did not ask for this device: GCC makes code for
   all by default.  */
const char *compiler_find (const char *driver);

/* The number of its GCC: 12 for GCC 12.2.0.  */
int compiler_version (const char *compiler, const struct options *options);

/* Compile and link the inputs of OPTIONS with the device's libraries to the
   file TO; returns the mask of their "requires" directives, which the compiler
   reports from GCC 13 on.  */
unsigned compiler_run (const char *compiler, const struct options *options,
                       const char *to);

#endif
