/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the parts of tool/ alone.  */

#ifndef GOMP_TOOL_INTERNAL_H
#define GOMP_TOOL_INTERNAL_H

#include "tool/tool.h"

/* An activity of a thread.  The thread writes it; when the process ends, it is
   read.  */
struct gomp_tool_span
{
  atomic_uint_least64_t start; /* ns */
  struct gomp_tool_device *_Atomic device;
  struct gomp_tool_region *_Atomic region;
  const void *_Atomic at;           /* where the construct was called */
  atomic_uint_least64_t flow;       /* the launch that it belongs to, or 0 */
  atomic_uint_least64_t flow_start; /* when that launch began, ns */
  atomic_int kind;
};

#define GOMP_TOOL_DEPTH 24

struct gomp_tool_ring; /* trace.c: events that are not written yet */

/* A thread that has recorded something.  When it ends, another thread may take
   over the structure.  */
struct gomp_tool_thread
{
  struct gomp_tool_thread *next; /* made before; constant */
  atomic_bool taken;             /* a living thread uses it */
  atomic_uint depth;             /* number of open spans, stored or not */
  struct gomp_tool_span spans[GOMP_TOOL_DEPTH];
  atomic_int id; /* the system's thread number */
  bool idle;     /* the thread's own: the open span is WAIT_TASKS */
  int named_id;  /* for trace.c: the thread with this number is named in the
                    trace */
  struct gomp_tool_ring *_Atomic ring; /* NULL: not needed */
};

HIDDEN extern struct gomp_tool_thread *_Atomic gomp_tool_threads;
/* Devices, newest first, the host last.  */
HIDDEN extern struct gomp_tool_device *_Atomic gomp_tool_devices;
#define GOMP_TOOL_BUCKETS 256
HIDDEN extern struct gomp_tool_region
    *_Atomic gomp_tool_regions[GOMP_TOOL_BUCKETS];

/* Are the SIZE bytes at A and at B equal?  Not memcmp or strcmp, which
   ThreadSanitizer watches: it does not see the order by which threads find
   list entries of other threads.  */
static inline bool
gomp_tool_is_same (const char *a, const char *b, size_t size)
{
  size_t i = 0;
  while (i < size && a[i] == b[i])
    i++;
  return i == size;
}

/* tool.c: the calling thread's current activity, or NULL.  */
HIDDEN struct gomp_tool_span *gomp_tool_innermost (void);
/* The time now; later than the beginning of OUTER, which may be NULL.  */
HIDDEN uint64_t gomp_tool_time_in (const struct gomp_tool_span *outer);
/* gomp_tool_record, but with the times in EVENT.  */
HIDDEN void gomp_tool_record_as_is (struct gomp_tool_event *event);

/* launches.c.  */
HIDDEN void gomp_launches_fork (enum gomp_fork when);
/* The launches that have not ended, with their lock.  */
HIDDEN struct gomp_tool_launch *gomp_tool_launches_lock (void);
HIDDEN void gomp_tool_launches_unlock (void);
/* The event that records LAUNCH.  */
HIDDEN struct gomp_tool_event
gomp_tool_launch_event (const struct gomp_tool_launch *launch);

/* The name of a kind, from kinds.def.  */
struct gomp_tool_words
{
  const char *category;
  const char *text;
  const char *plural;
};
HIDDEN extern const struct gomp_tool_words gomp_tool_words[GOMP_TOOL_KINDS];

/* info.c: print EVENT if its level is requested.  */
HIDDEN void gomp_tool_print (const struct gomp_tool_event *event);
/* The variable of EVENT: "x", "x+16" or, without a name, ""; returns BUF.
   Slow.  */
#define GOMP_TOOL_NAME_MAX 128
HIDDEN const char *gomp_tool_variable (const struct gomp_tool_event *event,
                                       char *buf);

/* info.c: write "by target data (FILE:LINE)".  */
struct gomp_strbuf;
HIDDEN void gomp_tool_construct (struct gomp_strbuf *sb,
                                 enum gomp_tool_kind kind, const void *at);

/* mappings.c: EVENT, a copy or a mapping, was redundant.  */
HIDDEN void gomp_tool_wasted (const struct gomp_tool_event *event);
struct gomp_tool_waste
{
  struct gomp_tool_event event; /* the first event */
  bool unread;                  /* nothing read what was sent */
  uint64_t count;
  uint64_t bytes;
  uint64_t ns; /* of copies */
};
/* At the end of the process: all redundant copies and mappings, most bytes
   first.  Returns their number.  */
HIDDEN size_t gomp_tool_waste (const struct gomp_tool_waste **rows);
HIDDEN void gomp_mappings_fork (enum gomp_fork when);

/* trace.c: keep EVENT of the calling thread, and write the kept events.  */
HIDDEN void gomp_trace_add (struct gomp_tool_thread *thread,
                            const struct gomp_tool_event *event);
/* The thread ends: write the events that it has kept.  */
HIDDEN void gomp_trace_thread_fini (struct gomp_tool_thread *thread);
/* Write everything, including unfinished activities.  False: nothing more will
   be written.  */
HIDDEN bool gomp_trace_write (void);
/* The process ends: write everything for the last time.  */
HIDDEN void gomp_trace_fini (void);
/* In a forked child: drop the events that the parent has not written.  */
HIDDEN void gomp_trace_fork (enum gomp_fork when);

/* trace_writer.c: the calling thread has events for the trace.  */
HIDDEN void gomp_trace_writer_need (void);
/* The process ends: stop the writer.  */
HIDDEN void gomp_trace_writer_stop (void);
/* The child has no writer.  */
HIDDEN void gomp_trace_writer_forked (void);

/* summary.c  */
HIDDEN void gomp_summary_add (const struct gomp_tool_event *event);
HIDDEN void gomp_summary_print (void);
HIDDEN void gomp_summary_fork (enum gomp_fork when);

/* redundant_copies.c  */
HIDDEN void gomp_redundant_copies_fork (enum gomp_fork when);

#endif
