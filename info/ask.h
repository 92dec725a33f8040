/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The facts that a running library has found; see ask.c.  */

#ifndef INFO_ASK_H
#define INFO_ASK_H

#include <stdbool.h>

#include "report.h"

/* Load the library PATH and add its answer to IN.  False: it is not offgomp's,
   or cannot be loaded (reported).  */
bool ask_library (struct report *in, const char *path);

#endif
