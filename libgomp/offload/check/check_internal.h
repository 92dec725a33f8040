/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the parts of the mapping checker; see check.h.  */

#ifndef GOMP_OFFLOAD_CHECK_CHECK_INTERNAL_H
#define GOMP_OFFLOAD_CHECK_CHECK_INTERNAL_H

#include "offload/check/check.h"
#include "plugin/plugin.h"
#include "tool/words.h"

#define GOMP_CHECK_NAME_MAX 64

/* A mapping, as long as it exists; kept afterwards for messages, or because the
   host's original lacks data that the device wrote.  */
struct gomp_check_range
{
  struct gomp_check_range *next; /* of the gone ones: the one before */
  struct gomp_device *device;
  uintptr_t host;           /* host range */
  uintptr_t end;            /* one past it */
  uintptr_t copy;           /* device address of its first byte */
  unsigned char *known;     /* the host's bytes at the last check, or NULL */
  unsigned char *old;       /* the value of each byte of the copy when it became
                               out of date, or NULL */
  unsigned char *stale;     /* gone: 1 for each byte whose latest value was the
                               device's */
  const char *type;         /* "alloc", "to", ... (gomp_words), or "" */
  const char *directive;    /* that made it */
  const char *location;     /* where that is, or NULL */
  const char *dropped_at;   /* location where the host's data overwrote the
                               device's, or NULL */
  const char *undone_at;    /* the other way round */
  const char *unwritten_at; /* location where a copy to the host last had
                           unwritten bytes, or NULL */
  bool unwritten;           /* there was such a copy */
  unsigned brought;    /* value of gomp_check_launches when a copy to the host
                          last had data that the device wrote */
  const char *gone_by; /* gone: the directive that removed it */
  const char *gone_location; /* likewise where, or NULL */
  bool fresh;                /* since the last copy to the host the device wrote
                                bytes that the host wrote later */
  bool synced;               /* something was copied to or from the device */
  bool permanent;            /* the program does not unmap it */
  bool variable;             /* declare target */
  bool implied;              /* a pointer or descriptor that goes with data */
  unsigned maker; /* number of the construct with nowait that made it,
                     or 0 */
  char name[GOMP_CHECK_NAME_MAX]; /* of the variable, or "" */
};

/* Guards all that follows.  */
HIDDEN extern struct gomp_mutex gomp_check_lock;

struct gomp_check_list
{
  struct gomp_check_range **ranges; /* rising by device number and host
                                       address; disjoint on each device */
  size_t count;
  size_t room;
};
HIDDEN extern struct gomp_check_list gomp_check_live;
/* The latest first.  */
HIDDEN extern struct gomp_check_range *gomp_check_gone;
/* How many of them have lost bytes.  */
HIDDEN extern size_t gomp_check_stale;

/* With the lock: SIZE bytes, zeroed; for gomp_free.  */
HIDDEN void *gomp_check_alloc (size_t size);
/* ARRAY, all of whose *ROOM elements of SIZE bytes are in use, with more.  */
HIDDEN void *gomp_check_extend (void *array, size_t *room, size_t size);

/* The number of launched regions; begins with 1.  */
HIDDEN extern unsigned gomp_check_launches;

/* Whether DEVICE has states at all; those of SIZE bytes at DEVPTR, or NULL.  */
HIDDEN bool gomp_check_has_states (struct gomp_device *device);
HIDDEN unsigned char *gomp_check_states_at (struct gomp_device *device,
                                            uintptr_t devptr, size_t size);
/* Whether, by STATE and COPY, the device wrote byte I of R last, or a copy
   replaced its value, and the host never got that; no if a function without
   calls of the checker has changed the host's byte.  */
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

/* How many states, from the first one on, have none of the bits WANTED.  */
HIDDEN size_t gomp_check_skip (const unsigned char *states, size_t size,
                               unsigned wanted);
/* Index of the first live range of device number DEVICE that ends after
   ADDRESS, or the index after its ranges.  */
HIDDEN size_t gomp_check_find (int device, uintptr_t address);
/* The live range of DEVICE that has all SIZE bytes at HOST, or NULL.  */
HIDDEN struct gomp_check_range *
gomp_check_find_on (struct gomp_device *device, uintptr_t host, size_t size);
/* Look at the host's bytes of R again.  */
HIDDEN void gomp_check_look_again (struct gomp_check_range *r);
/* Iterates over the live ranges, of all devices, that overlap the SIZE bytes at
   START; the other members are initially 0.  */
struct gomp_check_walk
{
  uintptr_t start;
  size_t size;
  int device; /* where we are: its number */
  size_t i;   /* and the range's index, */
  bool begun; /* if there is one */
};
HIDDEN struct gomp_check_range *gomp_check_next (struct gomp_check_walk *w);
/* States of a part of a live range; NULL: the device has none.  */
HIDDEN unsigned char *gomp_check_states (const struct gomp_check_range *r,
                                         uintptr_t host, size_t size);
/* The device's bytes there, seen from the host, or NULL.  */
HIDDEN const unsigned char *gomp_check_bytes (const struct gomp_check_range *r,
                                              uintptr_t host, size_t size);

/* host.c.  The calling thread's current construct, or NULL; and the name of its
   clause I.  */
HIDDEN const char *gomp_check_where (void);
HIDDEN void gomp_check_clause_name (size_t i, char *name);
/* The host's bytes have changed; BY: the bytes that the device has written
   there, by a copy that is not recorded yet.  With the lock.  */
HIDDEN void gomp_check_host_written (uintptr_t start, size_t size,
                                     const struct gomp_check_range *by);
/* Check host accesses to the pages of [START, END), or no longer.  */
HIDDEN void gomp_check_watch (uintptr_t start, uintptr_t end, bool on);

/* unwritten.c.  With the lock.  [HOST, HOST + SIZE) got the bytes at DEVPTR.
   Record those that were never written; were there any?  Call
   gomp_check_unwritten_clear before.  */
HIDDEN bool gomp_check_unwritten_record (struct gomp_device *device,
                                         uintptr_t devptr, uintptr_t host,
                                         size_t size);
/* The SIZE bytes at START get a value, or cease to exist.  */
HIDDEN void gomp_check_unwritten_clear (uintptr_t start, size_t size);
/* SIZE bytes are going to be copied.  Records of those at TO are dropped.  */
HIDDEN void gomp_check_unwritten_copy (uintptr_t to, uintptr_t from,
                                       size_t size);
/* The origin of the SIZE bytes at START if none of them was ever written;
   otherwise NULL.  */
HIDDEN struct gomp_device *gomp_check_unwritten_at (uintptr_t start,
                                                    size_t size);

/* clause.c.  The host memory that a construct reads or writes.  */
struct gomp_check_access
{
  uintptr_t start, end;
  bool writes;
  bool hole;        /* it does not: a pointer in what it writes */
  bool holds;       /* it does not: a region uses the device's copy */
  bool brings;      /* map(from:), which reads nothing */
  const char *type; /* of the mapping; "": a directive that copies */
  char name[GOMP_CHECK_NAME_MAX];
};

struct gomp_check_accesses
{
  struct gomp_check_access *all;
  size_t count, room;
};

/* Another access, initially of these bytes only.  */
HIDDEN struct gomp_check_access *
gomp_check_access_add (struct gomp_check_accesses *list, uintptr_t start,
                       size_t size);
/* The copies that the clauses of LIST, of DIRECTIVE, make from now on.  */
HIDDEN void gomp_check_accesses_add (struct gomp_check_accesses *accesses,
                                     enum gomp_check_directive directive,
                                     struct gomp_device *device,
                                     const struct gomp_clause_list *list);
/* Whether the accesses of two constructs need an order; see race.c.  */
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
  GOMP_CHECK_RACE_DEAD, /* the memory is no variable any more */
  GOMP_CHECK_RACE_CONSTRUCT
};
/* The number of the construct with nowait that the thread executes, or 0.  */
HIDDEN unsigned gomp_check_race_maker (void);
/* Whether the construct of that NUMBER may be in progress.  */
HIDDEN bool gomp_check_race_is_open (unsigned number);
/* How many regions that have begun, but not ended, have bytes of it mapped.  */
HIDDEN unsigned gomp_check_race_regions (uintptr_t start, uintptr_t end);
/* With the lock.  A copy to the host begins, of some of R.  */
HIDDEN void gomp_check_race_copy (const struct gomp_check_range *r,
                                  uintptr_t host, size_t size);
/* With the lock.  The host does KIND; whether that is reported.  */
HIDDEN bool gomp_check_race_host (uintptr_t start, size_t size,
                                  enum gomp_check_race_kind kind,
                                  const char *location);
HIDDEN void gomp_check_race_fork (enum gomp_fork when);
/* The program ends, in a function that is called with the lock: give back the
   other one, too.  */
HIDDEN void gomp_check_race_unlock (void);
/* A region is about to be launched by the calling thread.  With the lock.  */
HIDDEN void gomp_check_race_launch (void);

/* use.c.  With the lock.  What a region, of the construct with that number,
   reads and writes in the copies on DEVICE.  NULL: DEVICE does not report it.
   As an argument, NULL is no use.  */
struct gomp_check_use;
HIDDEN struct gomp_check_use *gomp_check_use_make (struct gomp_device *device,
                                                   unsigned number,
                                                   const char *location);
/* Nothing orders the two regions.  */
HIDDEN void gomp_check_use_pair (struct gomp_check_use *a,
                                 struct gomp_check_use *b);
/* The calling thread's next launch is that region; it has ended, and its data
   are still mapped; its construct has ended, or there was no launch.  */
HIDDEN void gomp_check_use_launch (struct gomp_check_use *u);
HIDDEN void gomp_check_use_take (struct gomp_check_use *u);
HIDDEN void gomp_check_use_release (struct gomp_check_use *u);
/* It is not a region, but a directive that copies [HOST, HOST + SIZE), among
   others; there are no more.  */
HIDDEN void gomp_check_use_copy (struct gomp_check_use *u, uintptr_t host,
                                 size_t size, bool to_device);
HIDDEN void gomp_check_use_copied (struct gomp_check_use *u);

/* ranges.c.  "alloc", "to", ..., in the words of DIRECTIVE.  */
HIDDEN const char *gomp_check_type_of (const struct gomp_clause *clause,
                                       const char *directive);

/* What is reported.  */
#define GOMP_CHECK_DETAILS_MAX 1024
struct gomp_check_finding
{
  unsigned category;    /* enum gomp_check_category */
  const char *location; /* "FILE:LINE<tab>EXPRESSION" */
  const char *what;     /* was done */
  bool is_write;        /* of a region's access */
  size_t size;          /* bytes of a region's access; 0: the host's access */
  const struct gomp_check_range *range; /* that explains it, or NULL */
  struct gomp_device *device;           /* that it is about */
  const char *region;                   /* its name, or NULL */
  const char *region_location;          /* "FILE:LINE", or NULL */
  const struct gomp_words *words;       /* the program's */
  const char *region_words; /* what its region is called; NULL: there is none */
  const char *hint;
  char details[GOMP_CHECK_DETAILS_MAX]; /* lines, each after "\n  " */
};

/* json.c.  With the lock.  Create the file if it is requested and does not
   exist; after a fork; for another report.  */
HIDDEN void gomp_check_json_open (void);
HIDDEN void gomp_check_json_fork (void);
HIDDEN void gomp_check_json_write (const struct gomp_check_finding *f,
                                   const char *kind);

/* report.c.  With the lock.  */
/* Write the name of R as the compiler gave it, or the program's symbol, to
   NAME, of GOMP_CHECK_NAME_MAX; false: it has none.  */
HIDDEN bool gomp_check_range_name (const struct gomp_check_range *r,
                                   char *name);
/* FN, which is about to run on DEVICE, is a region of OpenACC.  */
HIDDEN void gomp_check_acc_region (struct gomp_device *device, const void *fn);
HIDDEN void gomp_check_say_device (struct gomp_device *device,
                                   const struct gomp_check_report *report);
HIDDEN void gomp_check_say_lost (const struct gomp_check_range *r,
                                 uintptr_t host, const char *location);
/* Some of R, or of unknown memory, was never written on DEVICE.  */
HIDDEN void gomp_check_say_unwritten (struct gomp_device *device,
                                      const struct gomp_check_range *r,
                                      uintptr_t host, const char *location);
/* The calling thread's construct has a section of SIZE bytes of NAME where ROOM
   bytes are.  */
HIDDEN void gomp_check_say_section (size_t size, size_t room, const char *name);
HIDDEN void gomp_check_say_leak (const struct gomp_check_range *r, bool freed,
                                 const char *location);
/* KIND conflicts with what the construct of R, with nowait, does with R at
   HOST.  The location is LOCATION or, if NULL, the calling thread's, with
   NAME.  */
HIDDEN void gomp_check_say_race (enum gomp_check_race_kind kind,
                                 const struct gomp_check_range *r,
                                 uintptr_t host, const char *location,
                                 const char *name);
/* The accesses of two unordered regions to bytes of RANGE: the one met first,
   then the other.  */
struct gomp_check_meeting
{
  const struct gomp_check_range *range;       /* or NULL */
  uintptr_t start, end;                       /* host addresses */
  const char *first_location, *then_location; /* of the constructs, or NULL */
  bool first_copies, then_copies;             /* no region, but target update */
  unsigned first_marks, then_marks;           /* sums of enum gomp_check_mark */
};
HIDDEN void gomp_check_say_meeting (const struct gomp_check_meeting *m);
/* Some image of the device has no calls of the checker.  */
HIDDEN void gomp_check_say_plain (struct gomp_device *device);

#endif
