/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reports of what happens on devices.

   offload/trace/ listens to events (offload/observe.h) and passes them on to
   this module.  The module prints them at once (GOMP_OFFLOAD_INFO), writes
   them to a trace (GOMP_OFFLOAD_TRACE), or counts them for the summary
   (GOMP_OFFLOAD_SUMMARY).

   Nothing here is called unless gomp_tool_wants () is not 0.  Any thread; the
   caller may hold only locks of offload/device/.  */

#ifndef GOMP_TOOL_TOOL_H
#define GOMP_TOOL_TOOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/fork.h"
#include "icv/icv.h"
#include "tool/words.h"

/* The requested reports: a sum of enum gomp_offload_info.  */
static inline unsigned
gomp_tool_wants (void)
{
  /* Relaxed: set before the first construct; a thread that still sees a
     withdrawn request reports more than needed.  */
  return atomic_load_explicit (&gomp_offload_wishes, memory_order_relaxed);
}

/* See base/fork.h.  */
HIDDEN void gomp_tool_fork (enum gomp_fork when);
/* The process ends: write all remaining reports.  */
HIDDEN void gomp_tool_fini (void);

/* The file of GOMP_OFFLOAD_TRACE, created if it was not, for other events; or
   one that was given up.  The trace's mutex is held until unshared.  */
struct gomp_trace_file;
HIDDEN struct gomp_trace_file *gomp_trace_share (void);
HIDDEN void gomp_trace_unshare (void);

enum gomp_tool_kind
{
#define KIND(name, category, text, plural) GOMP_TOOL_##name,
#include "tool/kinds.def"
#undef KIND
  GOMP_TOOL_KINDS
};

/* The counts of one kind of event.  */
struct gomp_tool_count
{
  atomic_uint_least64_t count;
  atomic_uint_least64_t bytes;
  atomic_uint_least64_t ns;
  atomic_uint_least64_t again;       /* redundant copies */
  atomic_uint_least64_t again_bytes; /* their bytes */
};

/* Concurrent launches on one device are in different lanes; a launch without a
   free lane is not in the trace.  */
#define GOMP_TOOL_LANE_WORDS 16
#define GOMP_TOOL_LANES (64 * GOMP_TOOL_LANE_WORDS)

/* A device, or the host; never freed.  */
struct gomp_tool_device
{
  struct gomp_tool_device *next; /* the device that was made before it */
  int number;                    /* device number, -1: the host */
  char name[320];                /* "device 0 (x86emul)" */
  /* Lanes in use; for trace.c: lanes named in the trace.  */
  atomic_uint_least64_t lanes[GOMP_TOOL_LANE_WORDS];
  uint64_t lanes_named[GOMP_TOOL_LANE_WORDS];
  bool named; /* for trace.c: the device is named in the trace */
  atomic_uint_least32_t uses; /* of its data, begun so far: regions, copies
                                 within the device, answers about addresses */
  struct gomp_tool_count counts[GOMP_TOOL_KINDS];
};

HIDDEN extern struct gomp_tool_device gomp_tool_host;
/* A new device; NULL: without memory.  One caller at a time.  */
HIDDEN struct gomp_tool_device *gomp_tool_add_device (int number,
                                                      const char *name);

/* A target or compute region; never freed.  */
struct gomp_tool_region
{
  struct gomp_tool_region *next; /* in its bucket */
  const void *fn;                /* host version */
  atomic_uint code;              /* gomp_tool_code when the region was last
                                    named */
  enum gomp_model model;
  enum gomp_compute compute; /* OpenACC: its construct */
  char name[256];
  const char *_Atomic reason; /* why the host ran it first, or NULL */
  struct gomp_tool_count counts[GOMP_TOOL_KINDS];
};

/* The name of the construct of REGION; NULL: a target region.  */
static inline const char *
gomp_tool_region_words (const struct gomp_tool_region *region)
{
  return region == NULL ? gomp_words[GOMP_OPENMP].region
                        : gomp_words_region (region->model, region->compute);
}

/* The kind of the event that the host runs REGION, of MODEL; REGION may be
   NULL.  */
static inline enum gomp_tool_kind
gomp_tool_fallback_kind (enum gomp_model model,
                         const struct gomp_tool_region *region)
{
  unsigned compute = region == NULL ? GOMP_COMPUTE_ANY : region->compute;
  return model == GOMP_OPENMP
             ? GOMP_TOOL_FALLBACK
             : (enum gomp_tool_kind) (GOMP_TOOL_ACC_FALLBACK + compute);
}

static inline bool
gomp_tool_is_fallback (enum gomp_tool_kind kind)
{
  return kind >= GOMP_TOOL_FALLBACK && kind <= GOMP_TOOL_SERIAL_FALLBACK;
}

static inline bool
gomp_tool_is_compute (enum gomp_tool_kind kind)
{
  return kind >= GOMP_TOOL_ACC_COMPUTE && kind <= GOMP_TOOL_ACC_SERIAL;
}

/* The region with the host function FN; NULL: its name is not known, or may be
   that of another region.  */
HIDDEN struct gomp_tool_region *gomp_tool_find_region (const void *fn);
/* Record a region and its name; NULL: no memory.  */
HIDDEN struct gomp_tool_region *
gomp_tool_add_region (const void *fn, const char *name, enum gomp_model model);
/* REGION runs WHERE instead of on its device, for REASON; both are constants.
   Reported once.  */
HIDDEN void gomp_tool_fallback (struct gomp_tool_region *region,
                                const char *where, const char *reason);

/* From now until the matching gomp_tool_end, the calling thread's activity is
   KIND; events in between belong to it.  DEVICE is never NULL.  If REGION is
   NULL, it is that of the enclosing activity.  AT is the construct's location,
   or NULL. */
HIDDEN void gomp_tool_begin (enum gomp_tool_kind kind,
                             struct gomp_tool_device *device,
                             struct gomp_tool_region *region, const void *at);
HIDDEN void gomp_tool_end (void);

/* The calling thread waits for target tasks and has none to run, unless the
   enclosing activity already says so; the thread has a task again.  */
HIDDEN void gomp_tool_idle_begin (const void *at) COLD;
HIDDEN void gomp_tool_idle_end (void) COLD;

/* A launch, which may end in another thread.  */
struct gomp_tool_launch
{
  struct gomp_tool_launch *next, **link; /* in the list of launches that have
                                            not ended */
  struct gomp_tool_device *device;
  struct gomp_tool_region *region;
  const void *at;            /* where the construct was called */
  uint64_t start;            /* ns */
  uint64_t flow;             /* its number */
  bool left;                 /* the thread that began it does not wait for its
                                end */
  atomic_uint_least64_t end; /* ns; 0: not known */
  int lane;
};
HIDDEN void gomp_tool_launch_begin (struct gomp_tool_launch *launch,
                                    struct gomp_tool_device *device,
                                    struct gomp_tool_region *region,
                                    const void *at);
/* The launch is done.  Called from any thread; may be left out.  Takes no
   lock.  */
HIDDEN void gomp_tool_launch_done (struct gomp_tool_launch *launch);
/* Record the launch, which has ended.  */
HIDDEN void gomp_tool_launch_end (struct gomp_tool_launch *launch);
/* gomp_tool_begin for the end of a deferred region, which follows the
   launch.  */
HIDDEN void gomp_tool_finish_begin (const struct gomp_tool_launch *launch,
                                    const void *at);

/* A variable of the program, named by a clause of a construct.  */
struct gomp_tool_variable
{
  const void *at;  /* where the construct was called; NULL: not known */
  unsigned clause; /* the clause's number */
  uintptr_t start; /* the address of the object that the clause maps */
};

/* An event that is recorded at its end, or that takes no time.  */
struct gomp_tool_event
{
  enum gomp_tool_kind kind;
  struct gomp_tool_device *device;
  struct gomp_tool_region *region; /* NULL: the region of the open activity */
  uint64_t start, end;             /* ns */
  uintptr_t host;                  /* address, or 0 */
  uintptr_t device_address;        /* likewise */
  size_t bytes;
  bool again;          /* a redundant copy */
  const char *note;    /* a constant: map type, or NULL */
  uint64_t flow;       /* the launch that it belongs to, or 0 */
  uint64_t flow_start; /* when that launch began, ns */
  bool left;           /* launches: the thread that began it does not wait for
                          its end */
  int lane;            /* launches: its lane */
  struct gomp_tool_variable variable;
  const void *at; /* where the construct was called; NULL: as for the open
                     activity */
  enum gomp_tool_kind construct; /* set by gomp_tool_record: the open construct,
                                    or GOMP_TOOL_KINDS */
};
HIDDEN void gomp_tool_record (struct gomp_tool_event *event);

/* ---- Locations and names.  */

/* How often code was unloaded, as far as is known.  Other code may now have
   its addresses.  */
HIDDEN extern atomic_uint gomp_tool_code;
static inline unsigned
gomp_tool_code_now (void)
{
  /* Relaxed: unloading comes before loading, and loading before the use.  */
  return atomic_load_explicit (&gomp_tool_code, memory_order_relaxed);
}
/* Code is about to be unloaded, but can still be read.  */
HIDDEN void gomp_tool_unload_code (void) COLD;

/* The name of the file that the user has GIVEN: in it, %p stands for PID and
   %% for %.  */
HIDDEN void gomp_tool_file_name (const char *given, int pid, char *name,
                                 size_t size) COLD;

/* The location of AT: "FILE:LINE", else "in FUNCTION", else "".  Slow the first
   time.  */
HIDDEN const char *gomp_tool_source (const void *at);
/* The construct AT is at SOURCE, "FILE:LINE": its compiler says so.  */
HIDDEN void gomp_tool_locate (const void *at, const char *source) COLD;
/* The OpenACC construct with the region FN.  Slow the first time.  */
HIDDEN enum gomp_compute gomp_tool_compute (const void *fn);
/* The directive that declares VARIABLE, of an image.  Slow the first time.  */
HIDDEN const char *gomp_tool_declaration (const void *variable);
/* The title of the region FN of MODEL, with its OpenACC construct.  */
HIDDEN const char *gomp_tool_region_title (enum gomp_model model,
                                           const void *fn);
/* The name of the clause's variable, or "".  */
HIDDEN const char *gomp_tool_clause_name (const void *at, size_t clause);
/* The largest number of bytes that the clause's variable has from the mapped
   address on; 0: not known.  */
HIDDEN size_t gomp_tool_clause_room (const void *at, size_t clause);

/* ---- Mappings, identified by ID while they exist.  */

/* A mapping was made, as EVENT records.  USED: regions use it without a
   lookup.  */
HIDDEN void gomp_tool_hold (const void *id, const struct gomp_tool_event *event,
                            bool used);
/* A region uses the mapping, or may use it.  */
HIDDEN void gomp_tool_use (const void *id);
HIDDEN void gomp_tool_release (const void *id);
/* EVENT, a copy from or to the device, is about the mapping.  If nothing can
   have read what the mapping's latest copy to the device sent, until other
   bytes took its place or the mapping ended, that copy was redundant.  */
HIDDEN void gomp_tool_copied (const void *id,
                              const struct gomp_tool_event *event);
/* Something begins to use data of DEVICE.  */
HIDDEN void gomp_tool_device_used (struct gomp_tool_device *device);
HIDDEN struct gomp_tool_variable gomp_tool_variable_of (const void *id);

/* Are the SIZE bytes at HOST, which are being sent to DEVICE, the same as the
   last time?  */
HIDDEN bool gomp_tool_sent_before (const struct gomp_tool_device *device,
                                   const void *host, size_t size);
HIDDEN uint64_t gomp_tool_checksum (const void *data, size_t size);

/* Add a line "libgomp: offload: TEXT" if LEVEL is requested.  */
HIDDEN void gomp_tool_say (unsigned level, const char *fmt, ...)
    PRINTF_LIKE (2, 3) COLD;

#endif
