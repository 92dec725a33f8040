/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of offload/, for listeners (base/observe.h).  The rooms call
   these functions; each raises the events whose rows are named before its
   struct.  This header is below all rooms; no room knows the listeners.

   Everything here is cold.  A construct does not check if it is observed: in
   that case gomp_device_choose does not choose a device
   (GOMP_CHOICE_OBSERVED).  The entry point in abi/ then records the program's
   position and calls the function whose name ends in _observed.  That function
   is a second instance of the first one: the body of both is marked
   SPECIALIZED.

   No lock is held, with two exceptions: those of device.c and start.c, while
   devices are found, started or loaded, and `attaching' of device.h, while
   parts of a mapping are copied.  */

#ifndef GOMP_OFFLOAD_OBSERVE_H
#define GOMP_OFFLOAD_OBSERVE_H

#include <stdint.h>

#include "base/diag.h"
#include "base/fork.h"
#include "base/observe.h"
#include "tool/words.h"

struct gomp_clause_list;
struct gomp_construct;
struct gomp_device;
struct gomp_mapping;
struct gomp_setup;

static inline bool
gomp_observe_offload (void)
{
  return gomp_observe_wanted (GOMP_EVENTS_OFFLOAD);
}

/* ---- The position of the calling thread's construct: the return address of
   its call, or NULL.  */

HIDDEN void gomp_observe_set_here (const void *at) COLD;
HIDDEN const void *gomp_observe_here (void) COLD;

/* ---- Requirements of listeners.  */

/* Both are set before the first construct: the alignment of each mapping, and
   the bytes between two mappings.  1 and 0: no listener requires any.  */
HIDDEN extern size_t gomp_observe_align, gomp_observe_gap;

/* ---- Devices and images.  `what' is the struct gomp_device.  */

/* DEVICE is in the table from now on; is ready; is about to be finalized.  */
HIDDEN void gomp_observe_found (struct gomp_device *device) COLD;
HIDDEN void gomp_observe_ready (struct gomp_device *device) COLD;
HIDDEN void gomp_observe_ends (struct gomp_device *device) COLD;
/* DEVICE_LACKS: TEXT, which `what' is, says why there are no devices or no
   more.  */
HIDDEN void gomp_observe_lacks (const char *text) COLD;
/* DEVICE is started: the pair DEVICE_START.  */
HIDDEN void gomp_observe_start (struct gomp_identity *start,
                                struct gomp_device *device) COLD;
HIDDEN void gomp_observe_started (struct gomp_identity *start,
                                  struct gomp_device *device) COLD;
/* The program has registered an image; has unregistered one, whose code can
   still be read.  */
HIDDEN void gomp_observe_registered (void) COLD;
HIDDEN void gomp_observe_unregistered (void) COLD;

/* IMAGE_LOADED; IMAGE_UNLOADED, which comes before the image is unloaded.  */
struct gomp_event_image
{
  struct gomp_device *device;
  const void *data; /* as it was registered */
};
HIDDEN void gomp_observe_loaded (struct gomp_device *device,
                                 const void *data) COLD;
HIDDEN void gomp_observe_unloads (struct gomp_device *device,
                                  const void *data) COLD;

/* ---- Constructs and routines.  */

enum gomp_construct_kind
{
  GOMP_KIND_TARGET,
  GOMP_KIND_NOWAIT, /* a region that a task launches */
  GOMP_KIND_FINISH, /* the end of a region that a task launched */
  GOMP_KIND_DATA,
  GOMP_KIND_DATA_END,
  GOMP_KIND_ENTER,
  GOMP_KIND_EXIT,
  GOMP_KIND_BEGIN_OR_ENTER, /* target data or target enter data, which clang's
                               code does not distinguish */
  GOMP_KIND_END_OR_EXIT,
  GOMP_KIND_UPDATE,
  GOMP_KIND_COPY, /* omp_target_memcpy and the like */
  GOMP_KIND_SET,  /* omp_target_memset */
  /* OpenACC's, up to the end.  A compute construct in a queue is raised when
     it is encountered, without its list.  */
  GOMP_KIND_ACC_COMPUTE,
  GOMP_KIND_ACC_DATA,
  GOMP_KIND_ACC_DATA_END,
  GOMP_KIND_ACC_ENTER,
  GOMP_KIND_ACC_EXIT,
  GOMP_KIND_ACC_UPDATE,
  GOMP_KIND_ACC_DECLARE,
  GOMP_KIND_ACC_COPYIN, /* acc_copyin; and so on */
  GOMP_KIND_ACC_CREATE,
  GOMP_KIND_ACC_COPYOUT,
  GOMP_KIND_ACC_DELETE,
  GOMP_KIND_ACC_UPDATE_DEVICE,
  GOMP_KIND_ACC_UPDATE_SELF,
  GOMP_KIND_ACC_ATTACH,
  GOMP_KIND_ACC_DETACH,
  GOMP_KIND_ACC_COPY_TO,
  GOMP_KIND_ACC_COPY_FROM,
  GOMP_KIND_ACC_COPY_WITHIN,
  GOMP_KIND_ACC_QUEUE, /* work of another construct, done by a queue's thread */
  GOMP_CONSTRUCT_KINDS
};

static inline enum gomp_model
gomp_construct_model (enum gomp_construct_kind kind)
{
  return kind < GOMP_KIND_ACC_COMPUTE ? GOMP_OPENMP : GOMP_OPENACC;
}

/* CONSTRUCT: from its beginning to its end, the thread executes the construct.
   FINISH: `region' is the launch.  */
struct gomp_event_construct
{
  enum gomp_construct_kind kind;
  struct gomp_device *device;
  const void *fn;                      /* the region's host function, or NULL */
  int number;                          /* the program's number of the device */
  const struct gomp_clause_list *list; /* NULL: neither a data directive nor a
                                          target construct */
};
/* A pair whose beginning and end one function raises.  */
struct gomp_observed_construct
{
  struct gomp_identity identity;
  struct gomp_event_construct what;
  struct gomp_identity *region;
};
HIDDEN void gomp_observe_construct (struct gomp_observed_construct *c) COLD;
HIDDEN void gomp_observe_construct_end (struct gomp_observed_construct *c) COLD;
/* HOST_DATA: the same for a data directive that does nothing, since its device
   is the host.  */
HIDDEN void gomp_observe_host_data (struct gomp_observed_construct *c) COLD;
HIDDEN void gomp_observe_host_data_end (struct gomp_observed_construct *c) COLD;

/* DEFERRED: a task is made for a construct; the end, when the construct is
   complete, may come from another thread.  DEFERRED_START: the calling thread
   begins the task; at the end, which has no identity, it turns to other work.
   Otherwise `region' identifies the deferred construct.  */
struct gomp_event_deferred
{
  enum gomp_construct_kind kind;
  const char *name; /* of the directive */
  int number;       /* the program's number of the device */
  const struct gomp_clause_list *list;
  const void *task; /* only for START */
  void **depend;    /* BEGIN: the ABI's array of dependences, or NULL */
  bool dropped;     /* END: the construct did nothing on a device */
};
HIDDEN void gomp_observe_deferred (struct gomp_identity *deferred,
                                   const struct gomp_event_deferred *what) COLD;
HIDDEN void
gomp_observe_deferred_start (struct gomp_identity *deferred,
                             const struct gomp_event_deferred *what) COLD;
HIDDEN void gomp_observe_deferred_leave (void) COLD;
HIDDEN void gomp_observe_deferred_end (struct gomp_identity *deferred,
                                       bool dropped) COLD;

/* FALLBACK: the host runs the region with the host function FN, instead of
   device NUMBER.  */
struct gomp_event_fallback
{
  const void *fn;
  int number;
  enum gomp_model model;
  const char *reason; /* a constant; NULL: NUMBER is the reason */
};
HIDDEN void gomp_observe_fallback (struct gomp_identity *identity,
                                   const struct gomp_event_fallback *what) COLD;
HIDDEN void
gomp_observe_fallback_end (struct gomp_identity *identity,
                           const struct gomp_event_fallback *what) COLD;

/* REFUSED: the reason why the host will run a region.  */
struct gomp_event_refused
{
  struct gomp_device *device;
  const void *fn;
  const char *reason; /* a constant */
};
HIDDEN void gomp_observe_refused (struct gomp_device *device, const void *fn,
                                  const char *reason) COLD;

/* ---- Launches.  */

/* LAUNCH, which has an identity; LAUNCH_DONE, from any thread, which may be
   missing.  The end of a deferred launch may come from another thread;
   `region' is its construct.  */
struct gomp_event_launch
{
  struct gomp_device *device;
  const void *fn;
  bool deferred; /* the thread that raises the beginning does not wait for the
                    end */
  enum gomp_model model;
  void **args; /* OpenMP: the target arguments, see target_args.h */
};
struct gomp_observed_launch
{
  struct gomp_identity identity;
  struct gomp_event_launch what;
};
HIDDEN void gomp_observe_launch (struct gomp_observed_launch *launch,
                                 struct gomp_identity *deferred) COLD;
HIDDEN void gomp_observe_launch_done (struct gomp_observed_launch *launch) COLD;
HIDDEN void gomp_observe_launch_end (struct gomp_observed_launch *launch,
                                     struct gomp_identity *deferred) COLD;

/* ---- Waiting.  */

/* ROW: the thread waits for mappings that other constructs fill on DEVICE, or
   for dependences.  */
HIDDEN void gomp_observe_wait (struct gomp_identity *wait,
                               enum gomp_event_row row,
                               struct gomp_device *device) COLD;
HIDDEN void gomp_observe_waited (struct gomp_identity *wait,
                                 enum gomp_event_row row,
                                 struct gomp_device *device) COLD;

/* ---- Copies.  */

enum gomp_transfer
{
  GOMP_TRANSFER_TO,
  GOMP_TRANSFER_FROM,
  GOMP_TRANSFER_WITHIN
};

/* COPY: begins before the first byte is copied.  */
struct gomp_event_copy
{
  enum gomp_transfer way;
  struct gomp_device *device;
  uintptr_t host; /* 0: none */
  uintptr_t devptr;
  uintptr_t from;   /* of a copy within the device: the source's device
                       address */
  const char *view; /* the host's view of DEVPTR, or NULL */
  size_t size;
  const struct gomp_clause_list *list; /* NULL: the storage is not new */
  size_t clause;                       /* else the clause that the storage is
                                          for */
  uint64_t start, end;                 /* at the end: when the copy alone began
                                          and ended, ns */
};

/* gomp_device_write, gomp_device_read and gomp_device_copy, observed.  */
HIDDEN enum gomp_status gomp_observe_write (struct gomp_device *device,
                                            uintptr_t devptr, char *view,
                                            const void *host, const void *from,
                                            size_t size) COLD;
HIDDEN enum gomp_status gomp_observe_read (struct gomp_device *device,
                                           void *host, uintptr_t devptr,
                                           const char *view, size_t size) COLD;
/* The same of memory that the host does not see, if HOST may be constant: only
   what has changed is written.  */
HIDDEN enum gomp_status gomp_observe_read_changed (struct gomp_device *device,
                                                   void *host, uintptr_t devptr,
                                                   size_t size) COLD;
HIDDEN enum gomp_status gomp_observe_copy (struct gomp_device *device,
                                           uintptr_t to, uintptr_t from,
                                           size_t size) COLD;
/* gomp_setup_put for the object of clause I, observed.  */
HIDDEN enum gomp_status gomp_observe_put (struct gomp_setup *s, size_t i,
                                          size_t offset, const void *source,
                                          size_t size) COLD;

/* ---- Mappings.  `what' is the struct gomp_setup, unless a struct is
   given.  */

/* MAPPED: the storage of S has addresses, but no contents yet.  USED: S has no
   new storage, it uses existing mappings.  */
HIDDEN void gomp_observe_mapped (const struct gomp_setup *s) COLD;
HIDDEN void gomp_observe_used (const struct gomp_setup *s) COLD;
/* UNMAPPED: MAPPING is dead, and its last copy is done.  DIRECTIVE unmaps it,
   and all mappings that were made as one structure with it.  */
struct gomp_event_unmapped
{
  struct gomp_device *device;
  struct gomp_mapping *mapping;
  const char *directive;
};
HIDDEN void gomp_observe_unmapped (struct gomp_device *device,
                                   struct gomp_mapping *mapping,
                                   const char *directive) COLD;
/* The same for each mapping that the construct C removes now.  */
HIDDEN void gomp_observe_unmapped_by (const struct gomp_construct *c) COLD;

/* ALLOCATED, FREED, ASSOCIATED, DISASSOCIATED; FILLED: omp_target_memset has
   written all of it; WRITTEN: a region may use the value that storage of a
   construct got; VARIABLE_LOADED: a variable of an image; ASKED: the program
   has asked for the device address of HOST.  */
struct gomp_event_memory
{
  struct gomp_device *device;
  uintptr_t host;   /* 0: none */
  uintptr_t devptr; /* 0: not known */
  size_t size;
  enum gomp_model model; /* the programming model of the routine */
};
HIDDEN void gomp_observe_memory (enum gomp_event_row row,
                                 const struct gomp_event_memory *what) COLD;

/* ASKED: the program has asked for the device address of HOST.  */
HIDDEN void gomp_observe_asked (struct gomp_device *device,
                                uintptr_t host) COLD;

/* OVERRUN: memory beside MAPPING was overwritten.  Returns true if a listener
   has reported that, or will.  */
struct gomp_event_overrun
{
  struct gomp_device *device;
  struct gomp_mapping *mapping;
  bool *is_reported;
};
HIDDEN bool gomp_observe_overrun (struct gomp_device *device,
                                  struct gomp_mapping *mapping) COLD;

/* ---- The process.  */

/* The pair FORK; `what' is the enum gomp_fork.  GOMP_FORK_BEFORE is its
   beginning.  LOST: the handlers were not called before the fork, so there was
   none.  */
HIDDEN void gomp_observe_fork (enum gomp_fork when, bool lost);
/* The program ends with an error.  */
HIDDEN void gomp_observe_failure (void) COLD;

#endif
