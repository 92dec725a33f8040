/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the compiler for nvptx says, in the user's terms.  */

#ifndef MKOFFLOAD_UNRESOLVED_H
#define MKOFFLOAD_UNRESOLVED_H

#include <stdbool.h>

/* Pass on MESSAGES; those about what is missing on the device are reworded.
 * Returns whether there was one of these.  */
bool unresolved_explain (const char *messages);

#endif
