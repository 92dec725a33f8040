/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nodes and their devices, as the program's process sees them.  */

#ifndef PLUGIN_CLUSTER_HOST_REMOTE_H
#define PLUGIN_CLUSTER_HOST_REMOTE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "group.h"
#include "host/arena.h"
#include "host/failure_words.h"
#include "host/freed.h"
#include "host/kept.h"
#include "line.h"
#include "plugin.h"
#include "settings.h"
#include "sync/mutex.h"
#include "sync/wait.h"

struct cluster_device;
struct cluster_image;
struct cluster_node;

/* What a device can be asked for.  */
enum cluster_condition
{
  CLUSTER_DOWN = 0, /* not started, or stopped */
  CLUSTER_UP,       /* works */
  CLUSTER_FALLEN,   /* it has failed, or its node is lost */
  CLUSTER_FORKED    /* it belongs to the process that forked this one */
};

/* How a request ended.  */
enum cluster_end
{
  CLUSTER_WAITING = 0,
  CLUSTER_LEADS,    /* still waits, and its thread is to read the line */
  CLUSTER_ANSWERED, /* as it should */
  CLUSTER_NOT_DONE, /* REFUSED: the payload is a text */
  CLUSTER_LOST      /* the node is lost */
};

/* A message that is to be answered.  Requests are used again, never freed.  */
struct cluster_request
{
  struct cluster_request *next;  /* in the bucket, or among the unused */
  struct cluster_request *other; /* in the bucket of its task */
  struct cluster_request *after; /* in the list of those that wait */
  bool is_taken;                 /* out of the bucket: it will end */
  uint64_t number;               /* of the message */
  struct cluster_device *device; /* that it is about; NULL: the node */
  struct gomp_wait_word end;     /* enum cluster_end */
  const struct gomp_device_piece *piece; /* where DONE's data go */
  size_t count;                          /* elements */
  enum cluster_type type;                /* of the answer */
  char *payload;     /* of another answer, and a NUL; malloced */
  uint64_t size;     /* bytes of it */
  uint64_t function; /* the region; 0: none */
  void *task;        /* async_run's; NULL: a thread waits */
  bool is_followed;  /* with a TASK: it was sent, and others may name it */
  bool has_ended;    /* likewise: answered as it should */
};

#define CLUSTER_NAME_MAX 256
#define CLUSTER_BUCKETS 64
struct cluster_node
{
  const struct cluster_element *element;
  char name[CLUSTER_NAME_MAX]; /* as the node says; else the element's */
  uint32_t first;              /* number of its first device */
  uint32_t cpus;               /* that its devices may use */
  struct cluster_line line;
  struct cluster_command command; /* that starts it, if it has no group */
  struct cluster_group *group;    /* nodes that connect as it does, or NULL */
  unsigned long thread;           /* the receiver */
  struct gomp_wait_word started;  /* 1: ready, 2: failed, see TEXT */
  atomic_bool is_lost;            /* TEXT says why */
  atomic_bool is_ending;          /* QUIT was sent */
  atomic_bool is_awaited;         /* `thread' ends, and is to be joined */
  char text[1024]; /* why; written before the word that says so */
  uint8_t secret[CLUSTER_SECRET]; /* of the line */
  struct gomp_mutex meeting;      /* guards what other nodes need, up to PORT */
  bool has_met;                   /* MEET was sent */
  uint8_t key[CLUSTER_SECRET];    /* of the lines to it */
  char address[64];               /* numeric */
  unsigned port;                  /* 0: others cannot connect */
  struct gomp_mutex lock;         /* guards what follows */
  uint64_t number;                /* of the latest request */
  struct cluster_request *bucket[CLUSTER_BUCKETS]; /* by number */
  struct cluster_request *task[CLUSTER_BUCKETS];   /* by task, until libgomp has
                                                        asked for its end */
  struct cluster_request *unused;
  struct cluster_request *leader;  /* its thread reads the line, or NULL */
  struct cluster_request *waiting; /* may lead next */
  unsigned tasks;                  /* requests that no thread waits for */
  unsigned open;                   /* devices that are up */
  bool *far; /* nodes that it cannot reach, or NULL: all; malloced */
  struct gomp_mutex reading;    /* guards the line's receiving side */
  atomic_ulong reader;          /* the thread that has it, or 0 */
  atomic_int error;             /* errno value: the line is of no use */
  struct gomp_wait_word called; /* changes when the receiver shall look */
  _Atomic uint64_t answers;     /* so far */
};

/* Device memory that the mapping checker of libgomp looks at, as it was seen
   here last.  */
struct cluster_area
{
  uint64_t start;        /* device address */
  uint64_t size;         /* bytes */
  unsigned char *states; /* of each, and then the bytes; malloced */
  uint64_t *seen;        /* of each page: `moves' of the device when it was
                            looked at; 0: it was not; malloced */
};

/* Of a device, for the mapping checker.  */
struct cluster_checker
{
  bool is_on;                /* constant while it is up */
  atomic_uint checked;       /* images with calls of the checker */
  atomic_uint plain;         /* and without them */
  _Atomic uint64_t moves;    /* regions and copies that may have written its
                                memory, from 1; counted when they have ended */
  struct x86emul_kept kept;  /* freed memory */
  struct gomp_mutex lock;    /* guards what follows, also while a thread waits
                                for an answer; the receiver does not take it */
  struct cluster_area *area; /* rising, disjoint; malloced */
  size_t count;              /* elements */
  size_t room;               /* for so many */
  unsigned char *marks;      /* of a log, as they were last asked for: */
  uint64_t marks_start;      /* from this address on */
  uint64_t marks_size;       /* bytes */
  unsigned marks_log;        /* the log's number; 0: none */
};

#define CLUSTER_OVERRUNS 16u

struct cluster_device
{
  atomic_uint condition; /* enum cluster_condition */
  struct cluster_node *node;
  int ordinal;    /* as libgomp's calls name it */
  uint32_t index; /* as the node counts */
  int number;     /* as the program names it */
  int program_devices;
  bool will_end;               /* with the process: it does not start again */
  uint64_t start;              /* of device memory */
  uint64_t size;               /* bytes */
  struct x86emul_arena *arena; /* its addresses; kept when it is stopped, since
                                  other threads may still look */
  char name[280];              /* "x86emul on n3" */
  char label[320];             /* "device 5 (x86emul on n3)" */
  struct gomp_mutex lock;      /* guards what follows */
  struct cluster_image *images;
  void *const *indirect; /* of the next image; the caller's */
  size_t indirect_count;
  char *refusal;  /* text about a region that nobody waited for, or NULL;
                     malloced */
  bool is_told;   /* the user knows that it is lost */
  bool has_facts; /* FAILED came */
  struct x86emul_failure_facts facts;
  struct gomp_check_report
      *report;                    /* the checker's, since the start; malloced */
  unsigned reports;               /* elements */
  unsigned reports_taken;         /* that libgomp has taken */
  uint64_t logs_given;            /* bit I: a region has log I + 1 */
  struct cluster_range
      overrun[CLUSTER_OVERRUNS];  /* bytes that regions have overwritten, and
                                     libgomp has not asked for */
  atomic_uint overruns;           /* elements */
  struct cluster_checker checker; /* for the mapping checker; has a lock of
                                     its own */
  struct x86emul_freed freed; /* freed memory that regions cannot access, as
                                 the node knows it; likewise */
};

HIDDEN extern struct cluster_settings cluster_settings;
HIDDEN extern struct cluster_node *cluster_nodes;
HIDDEN extern unsigned cluster_node_count;
HIDDEN extern struct cluster_device *cluster_devices;
HIDDEN extern unsigned cluster_device_count;

/* table.c: start the nodes and make the table of devices; false: there is none,
   and an error is recorded.  */
HIDDEN bool cluster_table_create (void);
/* May D be used?  If not, the reason is recorded.  */
HIDDEN bool cluster_is_usable (struct cluster_device *d);

/* start.c: start the server of N and its line, within the time.  Recorded.  */
HIDDEN enum gomp_status cluster_start_node (struct cluster_node *n,
                                            uint64_t deadline_ns);
/* Wait for the end of what started N, and end it if it takes too long.  */
HIDDEN void cluster_start_finish (struct cluster_node *n);

/* numbers.c: whatever opens descriptors from now on gets high numbers.  */
HIDDEN void cluster_numbers_keep (void);
HIDDEN void cluster_numbers_release (void);

/* receive.c: start the thread that starts N and receives its answers.  */
HIDDEN enum gomp_status cluster_receive_start (struct cluster_node *n);
/* Take one message if it has begun to come; else EAGAIN.  Another errno value:
   the line is of no use any more.  With `reading'.  */
HIDDEN int cluster_receive_message (struct cluster_node *n);

/* lead.c: wait until R, which was sent, has ended.  */
HIDDEN void cluster_lead_await (struct cluster_node *n,
                                struct cluster_request *r);
/* Unless a thread reads the line, let the receiver look at it at once: a
   request was sent that no thread waits for, or the line has ended.  */
HIDDEN void cluster_lead_call (struct cluster_node *n);
/* Is the calling thread the one that would have to take an answer: the
   receiver, or what it called while it read the line ends the program?  */
HIDDEN bool cluster_lead_is_reading (struct cluster_node *n);
/* The receiver: read the line while nobody leads, until it is of no use;
   returns an errno value.  */
HIDDEN int cluster_lead_stand_by (struct cluster_node *n);

/* request.c: send a message of TYPE about D (NULL: the node) and wait for the
   answer, which is stored in *ANSWER.  The caller gives it back.  On failure
   the error is recorded, and there is no answer.  */
struct cluster_call
{
  enum cluster_type type;
  struct cluster_node *node;
  struct cluster_device *device;
  const struct cluster_bytes *part; /* of the payload */
  size_t count;
  const struct gomp_device_piece *piece; /* as in a request, with the next */
  size_t pieces;
  uint64_t function;
  void *task;
  bool is_followed; /* with TASK: other regions may name this one */
  bool is_kept;     /* another message follows soon: this one goes with that */
};
HIDDEN enum gomp_status cluster_request (const struct cluster_call *call,
                                         struct cluster_request **answer);
HIDDEN void cluster_request_drop (struct cluster_node *n,
                                  struct cluster_request *r);
/* The same without a wait: the task is completed later.  */
HIDDEN enum gomp_status cluster_request_async (const struct cluster_call *call);
/* TASK is completed: forget its request.  Has its region ended as it should? */
HIDDEN bool cluster_request_forget (struct cluster_node *n, const void *task);
/* May regions of D name that of TASK, which was sent before?  */
HIDDEN bool cluster_request_is_followed (struct cluster_device *d,
                                         const void *task);
/* Store the numbers of those of the COUNT TASKs, which may be named, that have
   not ended.  Returns how many.  */
HIDDEN size_t cluster_request_numbers (struct cluster_node *n,
                                       void *const *task, size_t count,
                                       uint64_t *number);
/* Send a message that is not answered.  */
HIDDEN enum gomp_status cluster_post (const struct cluster_call *call);
/* The same for SIZE bytes at PAYLOAD about D, which go with the next message;
   nothing if D has ended: in exit handlers the host may still use what was
   mapped there.  */
HIDDEN void cluster_post_later (struct cluster_device *d,
                                enum cluster_type type, const void *payload,
                                size_t size);
/* For who reads the line: take the request NUMBER; put R back; end R, or all
   requests.  */
HIDDEN struct cluster_request *cluster_request_take (struct cluster_node *n,
                                                     uint64_t number);
HIDDEN void cluster_request_restore (struct cluster_node *n,
                                     struct cluster_request *r);
HIDDEN void cluster_request_end (struct cluster_node *n,
                                 struct cluster_request *r,
                                 enum cluster_end end);
HIDDEN void cluster_request_end_all (struct cluster_node *n);

/* failure.c: record why D cannot be used; FUNCTION: the region that was being
   run, or 0; TEXT: what the node said, or NULL.  */
HIDDEN enum gomp_status cluster_failure_record (struct cluster_device *d,
                                                uint64_t function,
                                                const char *text);
/* What libgomp asks of D, on which the region FUNCTION was run: the hook lost.
   False: it works.  */
HIDDEN bool cluster_failure_describe (struct cluster_device *d,
                                      uint64_t function,
                                      struct gomp_lost *lost);
/* The receiver: a region of D that nobody waits for was refused.  TEXT is D's
   from now on.  */
HIDDEN void cluster_failure_refused (struct cluster_device *d, char *text);
/* End the program with the recorded error.  Not in the receiver: the end of the
   program may wait for its messages.  */
HIDDEN _Noreturn void cluster_failure_die (void) COLD;
/* N is lost: end what waits for it.  */
HIDDEN void cluster_failure_lose (struct cluster_node *n, int errnum);

/* device.c  */
HIDDEN enum gomp_status cluster_device_start (struct cluster_device *d);
HIDDEN void cluster_device_stop (struct cluster_device *d);
/* The process ends.  The node ends with its last device.  */
HIDDEN void cluster_device_will_end (struct cluster_device *d);
/* Wait until the node has, if it ends.  */
HIDDEN void cluster_device_await_end (struct cluster_device *d);
HIDDEN void *cluster_device_alloc (struct cluster_device *d, size_t size);
HIDDEN enum gomp_status cluster_device_free (struct cluster_device *d,
                                             uint64_t address);

/* check.c: the mapping checker.  Begin, when D's memory is known, or start
   again; false: memory is exhausted, recorded.  */
HIDDEN bool cluster_check_start (struct cluster_device *d);
/* Free what it has; with D's lock.  */
HIDDEN void cluster_check_destroy (struct cluster_device *d);
/* Memory for the checker: see x86emul_kept_alloc and x86emul_kept_free.  */
HIDDEN uint64_t cluster_check_alloc (struct cluster_device *d, uint64_t size);
HIDDEN bool cluster_check_free (struct cluster_device *d, uint64_t offset);
/* The image with COUNT entries at RANGE was loaded, or is unloaded.  CHECKED:
   its code calls the checker.  */
HIDDEN void cluster_check_loaded (struct cluster_device *d,
                                  const struct cluster_range *range,
                                  size_t count, bool checked);
HIDDEN void cluster_check_unloaded (struct cluster_device *d,
                                    const struct cluster_range *range,
                                    size_t count);
/* Regions or copies may have written memory of D.  */
static inline void
cluster_check_moved (struct cluster_device *d)
{
  if (unlikely (d->checker.is_on))
    atomic_fetch_add (&d->checker.moves, 1);
}
/* What the hooks do that have these names.  */
HIDDEN bool cluster_check_look (struct cluster_device *d, uint64_t address,
                                uint64_t size, struct gomp_check_view *view);
HIDDEN void cluster_check_change (struct cluster_device *d, uint64_t address,
                                  uint64_t size,
                                  const struct gomp_check_change *change);
HIDDEN bool cluster_check_take (struct cluster_device *d,
                                struct gomp_check_report *report);
HIDDEN unsigned cluster_check_log_give (struct cluster_device *d);
HIDDEN const unsigned char *cluster_check_log_marks (struct cluster_device *d,
                                                     unsigned log,
                                                     uint64_t address,
                                                     size_t *size);
HIDDEN void cluster_check_log_clear (struct cluster_device *d, unsigned log);
/* The log that was given to the calling thread, for the region that it runs
   now; 0: none.  */
HIDDEN unsigned cluster_check_log_next (void);
/* For who reads the line: take REPORTS.  */
HIDDEN int cluster_check_take_reports (struct cluster_node *n,
                                       const struct cluster_head *head);

/* overrun.c: OVERRUN came for D.  */
HIDDEN void cluster_overrun_add (struct cluster_device *d,
                                 struct cluster_range range) COLD;
/* Is there one that was not taken?  */
HIDDEN bool cluster_overrun_is_known (struct cluster_device *d);
/* Take one that is in the SIZE bytes from START on.  */
HIDDEN bool cluster_overrun_take (struct cluster_device *d, uint64_t start,
                                  uint64_t size,
                                  struct cluster_range *range) COLD;

/* copy.c.  FOR_REGION: the calling thread runs a region next.  */
HIDDEN enum gomp_status cluster_put (struct cluster_device *d, uint64_t address,
                                     const struct gomp_host_part *part,
                                     size_t count, bool for_region);
HIDDEN enum gomp_status cluster_get (struct cluster_device *d,
                                     const struct gomp_device_piece *piece,
                                     size_t count);
HIDDEN enum gomp_status cluster_move (struct cluster_device *d, uint64_t to,
                                      uint64_t from, size_t size);
/* Copy from one device to another one, without the host: 1; 0: failed,
   recorded; -1: their nodes cannot reach each other.  */
HIDDEN int cluster_across (struct cluster_device *to, uint64_t to_address,
                           struct cluster_device *from, uint64_t from_address,
                           size_t size);
struct cluster_launch
{
  uint64_t function;
  uint64_t block;
  int num_teams;
  int thread_limit;
  bool is_followed;   /* asynchronous: others may run after it */
  void *const *after; /* likewise: tasks whose regions must have ended, at most
                         CLUSTER_AFTER_MAX; they may be named */
  size_t after_count;
  const struct gomp_device_piece *zone; /* where it shall not write */
  size_t zones;                         /* elements */
};
HIDDEN enum gomp_status cluster_run (struct cluster_device *d,
                                     const struct cluster_launch *l,
                                     const struct gomp_device_piece *piece,
                                     size_t count);
/* PIECE stays until TASK is completed.  */
HIDDEN enum gomp_status
cluster_run_async (struct cluster_device *d, const struct cluster_launch *l,
                   void *task, const struct gomp_device_piece *piece,
                   size_t count);
/* Copy TO the device, or from there, for TASK, after the tasks of L.  */
HIDDEN enum gomp_status
cluster_copy_async (struct cluster_device *d, const struct cluster_launch *l,
                    bool to, void *task, const struct gomp_device_piece *piece,
                    size_t count);

/* image.c  */
HIDDEN enum gomp_status cluster_image_load (struct cluster_device *d,
                                            unsigned version, const void *data,
                                            struct addr_pair **table,
                                            int *count);
HIDDEN enum gomp_status
cluster_image_load_named (struct cluster_device *d,
                          const struct named_image *named,
                          struct addr_pair **table, int *count);
HIDDEN enum gomp_status cluster_image_unload (struct cluster_device *d,
                                              const void *data);
/* Name and source of the region of FUNCTION; false: it is in no image.  */
HIDDEN bool cluster_image_function (struct cluster_device *d, uint64_t function,
                                    const char **name, const char **source);
/* For how many OpenACC gangs the region of FUNCTION is compiled; 0: any, or it
   is in no image.  */
HIDDEN unsigned cluster_image_gangs (struct cluster_device *d,
                                     uint64_t function);
/* Has an image of D variables that stay there between regions?  */
HIDDEN bool cluster_image_has_variables (struct cluster_device *d);

#endif
