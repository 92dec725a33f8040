/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMPT, the interface for tools in the program's process (OpenMP 5.2 chapter
   19).

   There is at most one tool.  It is looked for at the process's first call of
   the library, by the thread that calls; other first calls wait.  While its
   initializer runs, the interface is not active.  After it is finalized,
   nothing is called any more, and the entry points say nothing.  */

#ifndef GOMP_OMPT_OMPT_H
#define GOMP_OMPT_OMPT_H

#include <stdbool.h>

#include "base/observe.h"
#include "user/omp-tools.h"

/* ---- start.c: the life of the tool.  */

/* A tool was initialized and is not yet finalized.  */
HIDDEN bool gomp_ompt_is_active (void);
/* Finalize it; later calls do nothing.  */
HIDDEN void gomp_ompt_finish (void);

/* ---- find.c: a tool's ompt_start_tool_result_t, or NULL.  */

HIDDEN ompt_start_tool_result_t *gomp_ompt_find (void);

/* ---- verbose.c: OMP_TOOL_VERBOSE_INIT.  One thread at a time.  */

HIDDEN void gomp_ompt_say_begin (void);
HIDDEN void gomp_ompt_say (const char *fmt, ...) PRINTF_LIKE (1, 2);
HIDDEN void gomp_ompt_say_end (void);

/* ---- lookup.c.  */

HIDDEN ompt_interface_fn_t gomp_ompt_lookup (const char *name);

/* ---- callbacks.c: what the tool has registered.  */

/* The function for EVENT, or NULL.  Any thread.  */
HIDDEN ompt_callback_t gomp_ompt_callback (ompt_callbacks_t event);
/* Call the one for NAME, if any, which has the type of ompt_callback_TYPE_t. */
#define GOMP_OMPT_CALL_AS(type, name, ...)                                     \
  do                                                                           \
    {                                                                          \
      ompt_callback_##type##_t call_                                           \
          = (ompt_callback_##type##_t)gomp_ompt_callback (                     \
              ompt_callback_##name);                                           \
      if (call_ != NULL)                                                       \
        call_ (__VA_ARGS__);                                                   \
    }                                                                          \
  while (0)
#define GOMP_OMPT_CALL(name, ...) GOMP_OMPT_CALL_AS (name, name, __VA_ARGS__)
/* The tool is gone.  */
HIDDEN void gomp_ompt_forget_callbacks (void);

/* omp_control_tool.  */
HIDDEN int gomp_ompt_control (int command, int modifier, void *arg,
                              const void *at);

/* ---- listener.c: events become calls of the tool.  */

/* Listen, or no longer.  False: there is no room for a listener.  */
HIDDEN bool gomp_ompt_listen (bool wanted);
/* The tool's word with IDENTITY; NULL if that is NULL.  */
HIDDEN ompt_data_t *gomp_ompt_data (struct gomp_identity *identity);
/* TASK's frames; NULL if that is NULL.  */
struct gomp_observed_task;
HIDDEN ompt_frame_t *gomp_ompt_frame (struct gomp_observed_task *task);

HIDDEN int gomp_ompt_task_flags (const struct gomp_observed_task *task);

/* ---- The entry points.  */

#define ENTRY(name, result, parameters)                                        \
  HIDDEN result gomp_ompt_##name parameters;
#include "ompt/entry_points.def"
#undef ENTRY

#endif
