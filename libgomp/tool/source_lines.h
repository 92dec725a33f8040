/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which calls the compiler made for one place in the source, by the line tables
   of the program's files; see source_lines.c.  */

#ifndef GOMP_TOOL_SOURCE_LINES_H
#define GOMP_TOOL_SOURCE_LINES_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/fork.h"

/* Do the calls that return to FIRST and to SECOND have the same line and
   column?  False: also if that is not known.  Slow when a pair is asked for the
   first time.  */
HIDDEN bool gomp_source_lines_equal (const void *first, const void *second);
/* Has a file of the program that calls the function NAME a line table with
   columns?  Slow.  */
HIDDEN bool gomp_source_lines_known (const char *name);

/* See base/fork.h.  */
HIDDEN void gomp_source_lines_fork (enum gomp_fork when);

#endif
