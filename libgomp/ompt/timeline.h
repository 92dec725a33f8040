/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The timeline of a program (GOMP_TRACE): a tool that is a part of the library,
   used if there is no other.  It registers functions as any tool does, and
   knows of the library only their arguments.

   The file is like that of GOMP_OFFLOAD_TRACE, in the Chrome trace format
   (tool/trace_line.h): complete events for what threads do, arrows from the
   creation of a task to its beginning, and from tasks to those that depend on
   them.  Each thread keeps some events without a lock; it writes them when it
   has kept many and when it ends, and the tool's end writes the rest.  So the
   memory does not grow with the length of the run.  */

#ifndef GOMP_OMPT_TIMELINE_H
#define GOMP_OMPT_TIMELINE_H

#include "ompt/ompt.h"

enum gomp_timeline_kind
{
#define KIND(name, category, text, number) GOMP_TIMELINE_##name,
#include "ompt/timeline.def"
#undef KIND
  GOMP_TIMELINE_KINDS
};

/* ---- timeline.c: the tool; NULL: the user does not want it.  */

HIDDEN ompt_start_tool_result_t *gomp_timeline_tool (void);

/* ---- timeline_track.c: what threads do.  */

HIDDEN bool gomp_timeline_open (void);
HIDDEN void gomp_timeline_close (void);
/* In a forked child, which has one thread.  */
HIDDEN void gomp_timeline_forked (void);

/* Of a thread: the tool's word.  */
struct gomp_timeline_track;
HIDDEN struct gomp_timeline_track *gomp_timeline_track_begin (void);
/* The calling thread's, or NULL.  */
HIDDEN struct gomp_timeline_track *gomp_timeline_track (void);
HIDDEN void gomp_timeline_track_end (struct gomp_timeline_track *track);

/* The calling thread begins an activity, which the program has called from AT,
   and ends its innermost one.  A wait that took no time is not shown.  Returns
   the time.  */
HIDDEN uint64_t gomp_timeline_begin (enum gomp_timeline_kind kind,
                                     uint64_t number, const void *at);
HIDDEN uint64_t gomp_timeline_end (void);
/* The innermost activity; GOMP_TIMELINE_KINDS: none.  */
HIDDEN enum gomp_timeline_kind gomp_timeline_current (void);
/* An arrow from thread FROM at START to the calling thread, now, which is at
   the beginning of an activity; NAME is a constant.  */
HIDDEN void gomp_timeline_arrow (const char *name, int from, uint64_t start,
                                 uint64_t now);
/* The time, and the calling thread's number.  */
HIDDEN uint64_t gomp_timeline_now (int *thread);

/* ---- timeline_task.c: the tool's functions for tasks.  */

HIDDEN void gomp_timeline_register_tasks (void);
/* The words of implicit tasks; no explicit task has one of them.  */
#define GOMP_TIMELINE_SHOWN (UINT64_C (1) << 63)
#define GOMP_TIMELINE_NOT_SHOWN (UINT64_C (1) << 62)
/* In a forked child, which has one thread.  */
HIDDEN void gomp_timeline_tasks_forked (void);

#endif
