/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of OpenACC's directives and routines, for listeners
   (base/observe.h).  A function that raises one has

     struct gomp_acc_seen seen;
     gomp_acc_see (&seen, GOMP_EVENT_ACC_UPDATE_BEGIN, construct, async);
     ...
     gomp_acc_seen (&seen);

   with gomp_acc_seen on each way out, also after an error.  Without a listener
   this costs one test of one word.  Fast paths have two instances instead,
   chosen by one test of gomp_acc_watched.  Events of devices and mappings are
   those of offload/observe.h, for OpenACC too.

   The thread is bound to a device when it raises an event, except for
   ACC_INIT.  The rows:

   ACC_INIT      a thread is bound to a device for the first time
   ACC_SHUTDOWN  acc_shutdown
   ACC_ENTER     mappings are made: data, enter data, a compute construct
                 (implicit)
   ACC_EXIT      mappings are given up
   ACC_UPDATE    update directives
   ACC_COMPUTE   parallel, kernels, serial, on the host as well
   ACC_LAUNCH    a device runs a region
   ACC_WAIT      a thread waits for queues
   ACC_CALL      a routine on data, or work of a queue.  acc_prof.h has no such
                 event; copies and the like belong to it  */

#ifndef GOMP_OPENACC_OBSERVE_H
#define GOMP_OPENACC_OBSERVE_H

#include "base/observe.h"
#include "openacc/openacc.h"

/* The values of acc_construct_t that occur in events.  */
enum gomp_acc_construct
{
  GOMP_ACC_OF_COMPUTE = 0, /* the entry point does not say which */
  GOMP_ACC_OF_DATA = 3,
  GOMP_ACC_OF_ENTER_DATA = 4,
  GOMP_ACC_OF_EXIT_DATA = 5,
  GOMP_ACC_OF_HOST_DATA = 6,
  GOMP_ACC_OF_INIT = 9,
  GOMP_ACC_OF_SHUTDOWN = 10,
  GOMP_ACC_OF_UPDATE = 12,
  GOMP_ACC_OF_WAIT = 14,
  GOMP_ACC_OF_ROUTINE = 15
};

/* `what' of all rows.  */
struct gomp_event_acc
{
  enum gomp_acc_construct construct; /* the construct that causes it */
  bool implicit;                     /* no directive of its own asks for it */
  int type;                          /* the device's acc_device_t */
  int number;
  int async;
  const void *fn;       /* LAUNCH: the region's host function */
  const unsigned *dims; /* LAUNCH: gangs, workers, vector length */
};

struct gomp_acc_seen
{
  bool is_begun;           /* there may be a listener */
  enum gomp_event_row row; /* the row of the beginning */
  struct gomp_identity identity;
  struct gomp_event_acc what;
};

static inline bool
gomp_acc_observed (void)
{
  return gomp_observe_wanted (GOMP_EVENTS_ACC);
}

/* Is there a listener to anything that a construct does?  A construct that has
   none at its beginning raises nothing.  */
static inline bool
gomp_acc_watched (void)
{
  return unlikely (((int)gomp_observe_wanted (GOMP_EVENTS_ACC)
                    | (int)gomp_observe_wanted (GOMP_EVENTS_OFFLOAD))
                   != 0);
}

/* Raise ROW, the beginning of a pair, on the thread's device.  */
HIDDEN void gomp_acc_observe_begin (struct gomp_acc_seen *seen,
                                    enum gomp_event_row row,
                                    const struct gomp_event_acc *what) COLD;
/* Raise its end.  */
HIDDEN void gomp_acc_observe_end (struct gomp_acc_seen *seen) COLD;

static inline void
gomp_acc_see (struct gomp_acc_seen *seen, enum gomp_event_row row,
              enum gomp_acc_construct construct, int async)
{
  seen->is_begun = gomp_acc_observed ();
  if (unlikely (seen->is_begun))
    gomp_acc_observe_begin (
        seen, row,
        &(struct gomp_event_acc){ .construct = construct, .async = async });
}

/* The beginning of something that CONSTRUCT does without a directive for
   it.  */
static inline void
gomp_acc_see_implicit (struct gomp_acc_seen *seen, enum gomp_event_row row,
                       enum gomp_acc_construct construct, int async)
{
  seen->is_begun = gomp_acc_observed ();
  if (unlikely (seen->is_begun))
    gomp_acc_observe_begin (seen, row,
                            &(struct gomp_event_acc){ .construct = construct,
                                                      .implicit = true,
                                                      .async = async });
}

/* DIMS: gangs, workers, vector length.  */
static inline void
gomp_acc_see_launch (struct gomp_acc_seen *seen, const void *fn,
                     const unsigned *dims, int async)
{
  seen->is_begun = gomp_acc_observed ();
  if (unlikely (seen->is_begun))
    gomp_acc_observe_begin (
        seen, GOMP_EVENT_ACC_LAUNCH_BEGIN,
        &(struct gomp_event_acc){ .construct = GOMP_ACC_OF_COMPUTE,
                                  .implicit = true,
                                  .async = async,
                                  .fn = fn,
                                  .dims = dims });
}

/* The program uses device NUMBER of TYPE for the first time: by acc_init if
   EXPLICIT, else because CONSTRUCT needs it.  */
static inline void
gomp_acc_see_init (struct gomp_acc_seen *seen,
                   enum gomp_acc_construct construct, bool is_explicit,
                   int type, int number)
{
  seen->is_begun = gomp_acc_observed ();
  if (unlikely (seen->is_begun))
    gomp_acc_observe_begin (seen, GOMP_EVENT_ACC_INIT_BEGIN,
                            &(struct gomp_event_acc){ .construct = construct,
                                                      .implicit = !is_explicit,
                                                      .type = type,
                                                      .number = number,
                                                      .async = GOMP_ACC_SYNC });
}

/* A thread begins to work for queue ASYNC of device NUMBER of TYPE.  */
static inline void
gomp_acc_see_queued (struct gomp_acc_seen *seen, int type, int number,
                     int async)
{
  seen->is_begun = gomp_acc_observed ();
  if (unlikely (seen->is_begun))
    gomp_acc_observe_begin (
        seen, GOMP_EVENT_ACC_CALL_BEGIN,
        &(struct gomp_event_acc){ .construct = GOMP_ACC_OF_COMPUTE,
                                  .implicit = true,
                                  .type = type,
                                  .number = number,
                                  .async = async });
}

/* The host did the work; the end of the pair says so.  */
static inline void
gomp_acc_seen_on_host (struct gomp_acc_seen *seen)
{
  seen->what.type = 2 /* acc_device_host */;
  seen->what.number = 0;
}

static inline void
gomp_acc_seen (struct gomp_acc_seen *seen)
{
  if (unlikely (seen->is_begun))
    gomp_acc_observe_end (seen);
}

#endif
