/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the tool grammar.c share.  */

#ifndef OMPT_GRAMMAR_H
#define OMPT_GRAMMAR_H

#include <omp-tools.h>
#include <stdbool.h>
#include <stdio.h>

/* grammar_process.c.  Print a violation.  */
void grammar_bad (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));
/* The tool begins, and ends: the process does, too, if there was one.  */
void grammar_process_begin (void);
void grammar_process_end (void);
/* Does the calling thread end the process by a call of exit, other than that
   after main has returned?  Then what is open anywhere does not end.  */
bool grammar_exits (void);
/* Memory that is zero, from the system.  */
void *grammar_map (size_t size);

/* grammar.c.  */
/* An event comes to the calling thread.  */
void grammar_event (ompt_callbacks_t event);
/* It begins something that has an end.  */
void grammar_begin (ompt_callbacks_t event);
/* TASK is the current one of the calling thread.  */
void grammar_is_current (const ompt_data_t *task, const char *what);

/* grammar_lock.c: callbacks, and the sum of hints.  */
unsigned grammar_lock_hints (void);
void grammar_lock_init (ompt_mutex_t kind, unsigned hint, unsigned impl,
                        ompt_wait_id_t id, const void *at);
void grammar_lock_destroy (ompt_mutex_t kind, ompt_wait_id_t id,
                           const void *at);
void grammar_mutex_acquire (ompt_mutex_t kind, unsigned hint, unsigned impl,
                            ompt_wait_id_t id, const void *at);
void grammar_mutex_acquired (ompt_mutex_t kind, ompt_wait_id_t id,
                             const void *at);
void grammar_mutex_released (ompt_mutex_t kind, ompt_wait_id_t id,
                             const void *at);
void grammar_nest_lock (ompt_scope_endpoint_t point, ompt_wait_id_t id,
                        const void *at);

/* grammar_target.c: devices and target constructs.  */
void grammar_target_register (ompt_function_lookup_t lookup);
/* The tool ends, constructs may be OPEN; FILE, unless NULL, gets a line for
   each kind of event.  */
void grammar_target_finish (FILE *file, bool open);

#endif
