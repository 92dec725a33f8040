/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the parts of the mapping checker; see check.h.  */

#ifndef GOMP_OFFLOAD_CHECK_CHECK_INTERNAL_H
#define GOMP_OFFLOAD_CHECK_CHECK_INTERNAL_H

#include "offload/check/check.h"
#include "plugin/plugin.h"
#include "tool/words.h"

#define GOMP_CHECK_NAME_MAX 64

/* The record of a mapping.  It is kept after the mapping's end for messages,
   or because the host's original lacks data that the device wrote.  */
struct gomp_check_range
{
  struct gomp_check_range *next; /* gone: the record of the mapping that ended
                                    before */
  struct gomp_device *device;
  uintptr_t host;           /* host range */
  uintptr_t end;            /* one past it */
  uintptr_t copy;           /* device address of its first byte */
  unsigned char *known;     /* the host's bytes at the last check, or NULL */
  unsigned char *old;       /* each byte of the copy as it was when it became
                               out of date, or NULL */
  unsigned char *stale;     /* gone: 1 for each byte whose latest value only the
                               device had */
  const char *type;         /* "alloc", "to", ... (gomp_words), or "" */
  const char *directive;    /* the directive that made it */
  const char *location;     /* the location of that directive, or NULL */
  const char *dropped_at;   /* where the host's data overwrote the device's, or
                               NULL */
  const char *undone_at;    /* where the device's data overwrote the host's, or
                               NULL */
  const char *unwritten_at; /* where a copy to the host last had unwritten
                               bytes, or NULL */
  bool unwritten;           /* a copy to the host had unwritten bytes */
  unsigned brought;    /* gomp_check_launches when a copy to the host last had
                          data that the device wrote */
  const char *gone_by; /* gone: the directive that removed it */
  const char *gone_location; /* gone: the location of that directive, or NULL */
  bool fresh;                /* since the last copy to the host, the device
                                wrote bytes that the host wrote later */
  bool synced;               /* bytes were copied to or from the device */
  bool permanent;            /* the program does not unmap it */
  bool variable;             /* declare target */
  bool implied;              /* a pointer or descriptor that is mapped with its
                                data */
  unsigned maker; /* the number of the construct with nowait that made it, or
                     0 */
  char name[GOMP_CHECK_NAME_MAX]; /* of the variable, or "" */
};

/* Guards all data below.  */
HIDDEN extern struct gomp_mutex gomp_check_lock;

struct gomp_check_list
{
  struct gomp_check_range **ranges; /* in order of device number and host
                                       address; disjoint on each device */
  size_t count;
  size_t room;
};
HIDDEN extern struct gomp_check_list gomp_check_live;
/* The records of ended mappings, the latest first.  */
HIDDEN extern struct gomp_check_range *gomp_check_gone;
/* The number of these records with lost bytes.  */
HIDDEN extern size_t gomp_check_stale;

/* SIZE bytes, zeroed; free with gomp_free.  With the lock.  */
HIDDEN void *gomp_check_alloc (size_t size);
/* Enlarge ARRAY, whose *ROOM elements of SIZE bytes are all in use.  */
HIDDEN void *gomp_check_extend (void *array, size_t *room, size_t size);

/* The number of launched regions; starts at 1.  */
HIDDEN extern unsigned gomp_check_launches;

/* states.c.  Does DEVICE have states?  Look at SIZE bytes at DEVPTR and at
   their states; false: there are none.  */
HIDDEN bool gomp_check_states_exist (struct gomp_device *device);
HIDDEN bool gomp_check_states_look (struct gomp_device *device,
                                    uintptr_t devptr, size_t size,
                                    struct gomp_check_view *view);
/* Set the states of SIZE bytes at DEVPTR to STATE; clear bits of each, and set
   others; the bytes are mapped and were never written.  */
HIDDEN void gomp_check_states_fill (struct gomp_device *device,
                                    uintptr_t devptr, size_t size,
                                    unsigned state);
HIDDEN void gomp_check_states_change (struct gomp_device *device,
                                      uintptr_t devptr, size_t size,
                                      unsigned cleared, unsigned set);
HIDDEN void gomp_check_states_map (struct gomp_device *device, uintptr_t devptr,
                                   size_t size);
/* Changes to states one by one, rising or falling: equal ones are made
   together.  */
struct gomp_check_states_run
{
  struct gomp_device *device;
  uintptr_t start; /* device address of the first one, */
  size_t size;     /* and how many */
  unsigned cleared, set;
};
/* The state at DEVPTR, which is FROM, shall be TO.  */
HIDDEN void gomp_check_states_run_add (struct gomp_check_states_run *run,
                                       uintptr_t devptr, unsigned from,
                                       unsigned to);
/* Make what is left.  */
HIDDEN void gomp_check_states_run_end (struct gomp_check_states_run *run);
/* The number of states, from the first one on, without any of the bits
   WANTED.  */
HIDDEN size_t gomp_check_states_skip (const unsigned char *states, size_t size,
                                      unsigned wanted);
/* By STATE and COPY: was the device the last to write byte I of R, or did a
   copy replace its value, and did the host never get that value?  No if a
   function without calls of the checker has changed the host's byte.  */
static inline bool
gomp_check_is_lost (const struct gomp_check_range *r, size_t i, unsigned state,
                    unsigned char copy)
{
  unsigned char host = ((const unsigned char *)r->host)[i];
  if (r->known != NULL && r->known[i] != host)
    return false;
  return (state & GOMP_CHECK_DROPPED) != 0
         || ((state & (GOMP_CHECK_DEVICE | GOMP_CHECK_OWN)) == GOMP_CHECK_DEVICE
             && copy != host);
}

/* The index of the first range of device DEVICE that ends after ADDRESS; or
   the index after the device's last range.  */
HIDDEN size_t gomp_check_range_find (int device, uintptr_t address);
/* The range of DEVICE with all SIZE bytes at HOST, or NULL.  */
HIDDEN struct gomp_check_range *
gomp_check_range_find_on (struct gomp_device *device, uintptr_t host,
                          size_t size);
/* Record the host's bytes of R again.  */
HIDDEN void gomp_check_range_record_host (struct gomp_check_range *r);
/* An iteration over the ranges, of all devices, that overlap the SIZE bytes at
   START.  The other members are initially 0.  */
struct gomp_check_walk
{
  uintptr_t start;
  size_t size;
  int device; /* the current device's number */
  size_t i;   /* and the current range's index, */
  bool begun; /* if the iteration has begun */
};
HIDDEN struct gomp_check_range *
gomp_check_range_next (struct gomp_check_walk *w);
/* Look at the copy of a part of R.  */
HIDDEN bool gomp_check_range_look (const struct gomp_check_range *r,
                                   uintptr_t host, size_t size,
                                   struct gomp_check_view *view);

/* host.c: the calling thread's current construct, or NULL; the name of its
   clause I.  */
HIDDEN const char *gomp_check_host_construct (void);
HIDDEN void gomp_check_host_clause_name (size_t i, char *name);
/* The host's bytes have changed.  BY: the bytes that the device has written
   there, by a copy that is not recorded yet.  With the lock.  */
HIDDEN void gomp_check_host_written (uintptr_t start, size_t size,
                                     const struct gomp_check_range *by);
/* From now on check host accesses to the pages of [START, END), or no
   longer.  */
HIDDEN void gomp_check_host_watch (uintptr_t start, uintptr_t end, bool on);

/* unwritten.c.  With the lock.  [HOST, HOST + SIZE) got the bytes at DEVPTR:
   record the bytes that were never written.  Returns true if there are any.
   Call gomp_check_unwritten_clear before.  */
HIDDEN bool gomp_check_unwritten_record (struct gomp_device *device,
                                         uintptr_t devptr, uintptr_t host,
                                         size_t size);
/* The SIZE bytes at START got a value, or no longer exist.  */
HIDDEN void gomp_check_unwritten_clear (uintptr_t start, size_t size);
/* SIZE bytes are about to be copied from FROM to TO.  The records of those at
   TO are dropped.  */
HIDDEN void gomp_check_unwritten_copy (uintptr_t to, uintptr_t from,
                                       size_t size);
/* The device that the SIZE bytes at START come from, if none of them was ever
   written; otherwise NULL.  */
HIDDEN struct gomp_device *gomp_check_unwritten_at (uintptr_t start,
                                                    size_t size);

/* access.c: host memory that a construct reads or writes.  */
struct gomp_check_access
{
  uintptr_t start, end;
  bool writes;
  bool hole;        /* not accessed: a pointer in a range that the construct
                       writes */
  bool holds;       /* not accessed: a region uses the device's copy */
  bool brings;      /* map(from:), which reads nothing */
  const char *type; /* of the mapping; "": a directive that copies */
  char name[GOMP_CHECK_NAME_MAX];
};

struct gomp_check_accesses
{
  struct gomp_check_access *all;
  size_t count, room;
};

/* Add an access, initially of these bytes only.  */
HIDDEN struct gomp_check_access *
gomp_check_access_add (struct gomp_check_accesses *list, uintptr_t start,
                       size_t size);
/* Add the copies that the clauses of LIST, of DIRECTIVE, make from now on.  */
HIDDEN void gomp_check_access_add_clauses (struct gomp_check_accesses *accesses,
                                           enum gomp_check_directive directive,
                                           struct gomp_device *device,
                                           const struct gomp_clause_list *list);
/* Must the accesses of two constructs be ordered?  See race.c.  */
HIDDEN bool gomp_check_access_conflicts (const struct gomp_check_access *a,
                                         const struct gomp_check_access *b);
static inline bool
gomp_check_access_meets (const struct gomp_check_access *a, uintptr_t start,
                         uintptr_t end)
{
  return a->start < end && start < a->end;
}

/* race.c.  */
enum gomp_check_race_kind
{
  GOMP_CHECK_RACE_READ,
  GOMP_CHECK_RACE_WRITE,
  GOMP_CHECK_RACE_DEAD, /* the memory is no longer a variable */
  GOMP_CHECK_RACE_CONSTRUCT
};
/* The number of the construct with nowait that the thread executes, or 0.  */
HIDDEN unsigned gomp_check_race_maker (void);
/* May the construct with this NUMBER be in progress?  */
HIDDEN bool gomp_check_race_is_open (unsigned number);
/* The number of regions in progress that have bytes of [START, END) mapped.  */
HIDDEN unsigned gomp_check_race_regions (uintptr_t start, uintptr_t end);
/* A copy of a part of R to the host begins.  With the lock.  */
HIDDEN void gomp_check_race_copy (const struct gomp_check_range *r,
                                  uintptr_t host, size_t size);
/* The host does KIND.  Returns true if that is reported.  With the lock.  */
HIDDEN bool gomp_check_race_host (uintptr_t start, size_t size,
                                  enum gomp_check_race_kind kind,
                                  const char *location);
HIDDEN void gomp_check_race_fork (enum gomp_fork when);
/* The program ends, in a function that is called with the lock: release the
   other lock, too.  */
HIDDEN void gomp_check_race_unlock (void);
/* The calling thread is about to launch a region.  With the lock.  */
HIDDEN void gomp_check_race_launch (void);

/* use.c.  With the lock.  The reads and writes of a region, of the construct
   with that number, in the copies on DEVICE.  NULL: DEVICE does not report
   them.  As an argument, NULL is ignored.  */
struct gomp_check_use;
HIDDEN struct gomp_check_use *gomp_check_use_make (struct gomp_device *device,
                                                   unsigned number,
                                                   const char *location);
/* Nothing orders the two regions.  */
HIDDEN void gomp_check_use_pair (struct gomp_check_use *a,
                                 struct gomp_check_use *b);
/* The calling thread's next launch is that region.  The region has ended, and
   its data are still mapped.  Its construct has ended, or there was no
   launch.  */
HIDDEN void gomp_check_use_launch (struct gomp_check_use *u);
HIDDEN void gomp_check_use_take (struct gomp_check_use *u);
HIDDEN void gomp_check_use_release (struct gomp_check_use *u);
/* U is no region but a directive that copies, among others, [HOST, HOST +
   SIZE).  There are no more copies.  */
HIDDEN void gomp_check_use_copy (struct gomp_check_use *u, uintptr_t host,
                                 size_t size, bool to_device);
HIDDEN void gomp_check_use_copied (struct gomp_check_use *u);

/* ranges.c: the map type of CLAUSE, "alloc", "to" and so on, in the words of
   DIRECTIVE.  */
HIDDEN const char *gomp_check_range_type (const struct gomp_clause *clause,
                                          const char *directive);

/* block.c.  Not with the lock: a block of SIZE bytes was allocated at START.
   With the lock: how many bytes are there from HOST to the end of
   its block of the heap; SIZE_MAX: not known.  *LOCATION: where it was
   allocated.  */
HIDDEN void gomp_check_block_made (uintptr_t start, size_t size,
                                   const char *location) COLD;
HIDDEN size_t gomp_check_block_room (uintptr_t host, const char **location);

/* What is reported.  */
#define GOMP_CHECK_DETAILS_MAX 1024
struct gomp_check_finding
{
  unsigned category;    /* enum gomp_check_category */
  const char *location; /* "FILE:LINE<tab>EXPRESSION" */
  const char *what;     /* "read", "written" and so on */
  bool is_write;        /* a region writes */
  size_t size;          /* bytes that a region accesses; 0: the host accesses */
  const struct gomp_check_range *range; /* the range that explains it, or
                                           NULL */
  struct gomp_device *device;           /* the device that it is about */
  const char *region;                   /* the region's name, or NULL */
  const char *region_location;          /* the region's position: "FILE:LINE",
                                           or NULL */
  const struct gomp_words *words;       /* in the words of OpenMP or of
                                           OpenACC */
  const char *region_words; /* the kind of the region, in words; NULL: there is
                               no region */
  const char *hint;
  char details[GOMP_CHECK_DETAILS_MAX]; /* lines, each after "\n  " */
};

/* json.c.  With the lock.  Create the file, if it is requested and does not
   exist; the same after a fork; prepare for another report.  */
HIDDEN void gomp_check_json_open (void);
HIDDEN void gomp_check_json_fork (void);
HIDDEN void gomp_check_json_write (const struct gomp_check_finding *f,
                                   const char *kind);

/* report.c.  With the lock.  */
/* Write the name of R to NAME, of GOMP_CHECK_NAME_MAX bytes: the compiler's,
   or that of the program's symbol.  False: it has none.  */
HIDDEN bool gomp_check_report_range_name (const struct gomp_check_range *r,
                                          char *name);
/* FN, which is about to run on DEVICE, is a region of OpenACC.  */
HIDDEN void gomp_check_report_acc_region (struct gomp_device *device,
                                          const void *fn);
HIDDEN void gomp_check_report_device (struct gomp_device *device,
                                      const struct gomp_check_report *report);
HIDDEN void gomp_check_report_lost (const struct gomp_check_range *r,
                                    uintptr_t host, const char *location);
/* A part of R, or of unknown memory, was never written on DEVICE.  */
HIDDEN void gomp_check_report_unwritten (struct gomp_device *device,
                                         const struct gomp_check_range *r,
                                         uintptr_t host, const char *location);
/* The calling thread's construct has a section of SIZE bytes of NAME, which
   has ROOM bytes.  MEMORY: what else is known of it, in words, or "".  */
HIDDEN void gomp_check_report_section (size_t size, size_t room,
                                       const char *name, const char *memory);
HIDDEN void gomp_check_report_leak (const struct gomp_check_range *r,
                                    bool freed, const char *location);
/* KIND conflicts with an access to HOST, in R, by the construct with nowait
   that R belongs to.  LOCATION: where; NULL: where the calling thread is, with
   NAME.  */
HIDDEN void gomp_check_report_race (enum gomp_check_race_kind kind,
                                    const struct gomp_check_range *r,
                                    uintptr_t host, const char *location,
                                    const char *name);
/* The accesses of two unordered regions to bytes of RANGE; the region found
   first comes first.  */
struct gomp_check_meeting
{
  const struct gomp_check_range *range;       /* or NULL */
  uintptr_t start, end;                       /* host addresses */
  const char *first_location, *then_location; /* where the constructs are, or
                                                 NULL */
  bool first_copies, then_copies;             /* no region: a target update */
  unsigned first_marks, then_marks;           /* sums of enum gomp_check_mark */
};
HIDDEN void gomp_check_report_meeting (const struct gomp_check_meeting *m);
/* An image of the device has no calls of the checker.  */
HIDDEN void gomp_check_report_plain (struct gomp_device *device);

#endif
