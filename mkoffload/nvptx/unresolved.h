/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Explains messages of the compiler for nvptx in the user's terms.  */

#ifndef MKOFFLOAD_NVPTX_UNRESOLVED_H
#define MKOFFLOAD_NVPTX_UNRESOLVED_H

#include <stdbool.h>

/* Pass on MESSAGES; reword those about symbols that are missing on the device.
   Returns whether there was one of these.  */
bool unresolved_explain (const char *messages);

#endif
