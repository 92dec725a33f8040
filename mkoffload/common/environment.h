/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the toolchain directory is, and a process environment in which GCC's
   driver does not see it.  Used by mkoffload and by the lto-wrapper shim.  */

#ifndef MKOFFLOAD_ENVIRONMENT_H
#define MKOFFLOAD_ENVIRONMENT_H

/* The directory LEVELS above that of the running program, an absolute path
   without a final slash; NULL if it cannot be found out.  */
char *program_directory (int levels);

/* Take DIRECTORY out of the colon separated list in the environment variable
   NAME; the variable goes where nothing is left.  */
void drop_from_path (const char *name, const char *directory);

#endif
