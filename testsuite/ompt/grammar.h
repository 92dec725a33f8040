/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the tool grammar.c share.  */

#ifndef OMPT_GRAMMAR_H
#define OMPT_GRAMMAR_H

#include <omp-tools.h>
#include <stdbool.h>
#include <stdio.h>

/* grammar.c.  Print a violation.  */
void grammar_bad (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));
/* An event comes to the calling thread.  */
void grammar_event (ompt_callbacks_t event);
/* TASK is the current one of the calling thread.  */
void grammar_is_current (const ompt_data_t *task, const char *what);

/* grammar_target.c: devices and target constructs.  */
void grammar_target_register (ompt_function_lookup_t lookup);
/* The tool ends; FILE, unless NULL, gets a line for each kind of event.  */
void grammar_target_finish (FILE *file);

#endif
