/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The objects of a trace, in the Chrome trace format: parts of them, and some
   whole ones.  The trace's mutex guards its file.  */

#ifndef GOMP_TOOL_TRACE_LINE_H
#define GOMP_TOOL_TRACE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"
#include "tool/trace_file.h"

/* No object is longer.  */
#define GOMP_TRACE_LINE 2048

/* TEXT as a string.  */
HIDDEN void gomp_trace_put_text (struct gomp_strbuf *sb, const char *text);
/* ,"NAME":"TEXT"  */
HIDDEN void gomp_trace_put_member (struct gomp_strbuf *sb, const char *name,
                                   const char *text);
/* ,"NAME": a time in microseconds.  */
HIDDEN void gomp_trace_put_time (struct gomp_strbuf *sb, const char *name,
                                 uint64_t ns);
/* {"name":...,"cat":...,"ph":...,"pid":...,"tid":...  */
HIDDEN void gomp_trace_put_head (struct gomp_strbuf *sb, const char *name,
                                 const char *category, char phase, long pid,
                                 long tid);
/* Write the NAME of a thread or process: WHAT is thread_name or
   process_name.  */
HIDDEN void gomp_trace_put_name (struct gomp_trace_file *file, const char *what,
                                 long pid, long tid, const char *name);
/* Write one end of an arrow, PHASE: from the event at NS ('s'), or to it
   ('f').  FOR_NOW: see gomp_trace_file_put.  */
HIDDEN void gomp_trace_put_flow (struct gomp_trace_file *file, bool for_now,
                                 const char *name, char phase, uint64_t flow,
                                 long pid, long tid, uint64_t ns);

#endif
