/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Libraries: which libgomp.so.1 programs load, and facts about a library.  See
   library.c.  */

#ifndef INFO_LIBRARY_H
#define INFO_LIBRARY_H

#include <stdbool.h>

#include "report.h"

/* The directory of the installed library, also if the installation was moved to
   another root.  */
const char *library_directory (void);

/* The file that the dynamic linker would load for NAME ("libgomp.so.1") with
   the program PROGRAM, in the present environment.  NULL: there is none, or
   the linker cannot be asked.  */
const char *library_of_program (const char *program, const char *name);
/* The same for a program that is linked with a run path to DIRECTORY; NULL:
   without a run path.  */
const char *library_of_any (const char *directory, const char *name);

/* The version of the library PATH, such as "offgomp 1.0".  NULL: it is not of
   this project, or cannot be read.  */
const char *library_version (const char *path);
/* Add facts about the library PATH to IN.  */
void library_report (struct report *in, const char *path);

#endif
