/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes and temporary files.  Both are gone when mkoffload ends, also
   by a signal.  */

#ifndef MKOFFLOAD_COMMON_PROCESS_H
#define MKOFFLOAD_COMMON_PROCESS_H

#include <stdbool.h>

#include "list.h"

/* Install the signal handlers; call first.  */
void process_init (void);

/* Create the directory for temporary files, in TMPDIR.  With KEEP_PREFIX
   (-save-temps) files have names KEEP_PREFIX.NAME instead, and are kept.  */
void process_make_directory (const char *keep_prefix);

/* A new path for a temporary file; the suffix of NAME is its kind.  */
char *temporary_file (const char *name);

/* Have process_cleanup, or a signal, also remove PATH, if it is not NULL.  */
void process_remove_on_failure (const char *path);

/* Remove temporary files and end children.  */
void process_cleanup (void);

/* Run ARGUMENTS[0] (searched in PATH), printing the command if VERBOSE.  Stores
   the child's output as a string in *PRINTED, or sends it to stderr if PRINTED
   is NULL.  Very long ARGUMENTS are passed in a file that GCC's driver reads.
   Returns the exit status; for a child killed by a signal, 128 + its
   number.  */
int run (const struct list *arguments, char **printed, bool verbose);

/* Whether PATH is an executable file.  */
bool is_program (const char *path);

/* The path of PROGRAM in PATH, or NULL.  */
const char *find_program (const char *program);

/* The contents of the file PATH with a NUL appended, and its length in LENGTH
   unless that is NULL.  */
char *read_file (const char *path, size_t *length);

#endif
