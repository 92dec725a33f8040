/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the toolchain directory, and hides it from GCC's driver in the process
   environment.  Used by mkoffload and by the lto-wrapper shim.  */

#ifndef MKOFFLOAD_COMMON_ENVIRONMENT_H
#define MKOFFLOAD_COMMON_ENVIRONMENT_H

/* The directory LEVELS above that of the running program, an absolute path
   without a final slash; NULL if it cannot be determined.  */
char *program_directory (int levels);

/* Take DIRECTORY, and each directory with plugins of ours, out of the colon
   separated list in the environment variable NAME; if nothing is left, remove
   the variable.  One toolchain directory may lie in that of another GCC.  */
void drop_from_path (const char *name, const char *directory);

#endif
