/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMPT, the interface for tools in the program's process (OpenMP 5.2 chapter
   19).

   There is at most one tool, also if the process has several copies of the
   library: that of the copy which is called first.  The thread that calls the
   library first looks for the tool; other first calls wait.  While the tool's
   initializer runs, the interface is not active.  Threads are observed as soon
   as the tool registers a function, or looks for an entry point that says
   where threads are; before that, a tool costs nothing.  After the tool is
   finalized, it is not called any more, and the entry points return
   nothing.  */

#ifndef GOMP_OMPT_OMPT_H
#define GOMP_OMPT_OMPT_H

#include <stdbool.h>

#include "base/compiler.h"
#include "user/omp-tools.h"

/* ---- start.c: the life of the tool.  */

/* Is a tool initialized, and not yet finalized?  */
HIDDEN bool gomp_ompt_is_active (void);
/* The tool wants events: from now on, threads are observed.  Any thread, also
   while the tool's initializer runs.  */
HIDDEN void gomp_ompt_observe (void);
/* Finalize the tool; later calls do nothing.  */
HIDDEN void gomp_ompt_finish (void);

/* ---- find.c: a tool's ompt_start_tool_result_t, or NULL.  */

HIDDEN ompt_start_tool_result_t *gomp_ompt_find (void);
/* May there be a tool, or a timeline?  */
HIDDEN bool gomp_ompt_may_find (void);

/* ---- verbose.c: OMP_TOOL_VERBOSE_INIT.  One thread at a time.  */

HIDDEN void gomp_ompt_say_begin (void);
HIDDEN void gomp_ompt_say (const char *fmt, ...) PRINTF_LIKE (1, 2);
HIDDEN void gomp_ompt_say_end (void);

/* ---- lookup.c.  */

HIDDEN ompt_interface_fn_t gomp_ompt_lookup (const char *name);

/* ---- callbacks.c: what the tool has registered (team/callbacks.h).  */

/* What asking for records of EVENT in regions of devices says.  */
HIDDEN ompt_set_result_t gomp_ompt_device_answer (ompt_callbacks_t event);
/* Forget the tool's functions.  */
HIDDEN void gomp_ompt_forget_callbacks (void);

/* ---- target.c, device.c: the tool hears of devices (target.h).  */

/* The tool has registered a function for EVENT.  */
HIDDEN void gomp_ompt_listen (ompt_callbacks_t event);
HIDDEN void gomp_ompt_stop_listening (void);
/* In a forked child, which has one thread.  */
HIDDEN void gomp_ompt_fork_devices (void);
/* The tool ends: say that the devices which it knows end.  */
HIDDEN void gomp_ompt_finalize_devices (void);

/* omp_control_tool.  */
HIDDEN int gomp_ompt_control (int command, int modifier, void *arg,
                              const void *at);

/* ---- The entry points.  */

#define ENTRY(name, result, parameters)                                        \
  HIDDEN result gomp_ompt_##name parameters;
#define WHERE ENTRY
#include "ompt/entry_points.def"
#undef WHERE
#undef ENTRY

#endif
