/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The server of a node: the data that its files share.  */

#ifndef PLUGIN_CLUSTER_NODE_SERVER_H
#define PLUGIN_CLUSTER_NODE_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "host/device.h"
#include "host/launch.h"
#include "host/options.h"
#include "line.h"
#include "sync/mutex.h"
#include "sync/wait.h"

struct node_deferred;

/* Regions of a device that no thread waits for; deferred.c.  */
struct node_deferred_list
{
  struct gomp_mutex lock;      /* guards what follows, up to is_lost */
  struct node_deferred *first; /* all that were not answered */
  bool is_lost;                /* the device runs no more */
  struct node_deferred *ended; /* the completion thread's, in their order */
  struct node_deferred **last; /* where the next one is appended */
  unsigned count;              /* how many they are */
};

/* A device of the node, beside what x86emul keeps for it.  */
struct node_device
{
  struct x86emul_device *d;      /* the same in x86emul's table */
  atomic_bool opened;            /* its memory is there */
  struct gomp_wait_word users;   /* who may still use what it has */
  struct gomp_mutex telling;     /* guards, while it is sent: */
  bool is_told;                  /* the host knows that it has failed */
  uint8_t log[CLUSTER_LOGS_MAX]; /* x86emul's numbers of logs of regions that
                                    have ended; 0: there is none */
  uint64_t slice;            /* bytes at the beginning of its memory that the
                                node hands out, for variables of images */
  int number;                /* as the program counts its devices */
  struct node_image *images; /* loaded; image.c guards them */
  struct node_deferred_list deferred;
};

struct node_chained;
struct x86emul_named_lists;

#define NODE_CHAIN_BUCKETS 64u

/* Constant after the start, except where it says so.  */
struct node_server
{
  struct cluster_line line;
  struct x86emul_options options; /* of the devices */
  struct node_device *device;     /* all */
  uint32_t devices;               /* elements */
  uint32_t first;                 /* number of the first one among all nodes' */
  int program_devices;            /* how many the program has */
  bool checks;                    /* under the mapping checker */
  struct gomp_mutex lead;         /* held by the thread that reads the line */
  atomic_uint idle;               /* threads that wait for it */
  struct gomp_wait_word ended;    /* 1: the line has ended */
  struct gomp_wait_word taken;    /* messages of the host, without beats, whose
                                     writes are done */
  uint8_t secret[CLUSTER_SECRET]; /* of the line */
  char name[256];                 /* of the machine */
  struct gomp_mutex chain_lock;   /* guards what follows; chain.c */
  struct node_chained *chained[NODE_CHAIN_BUCKETS]; /* regions that others may
                                                       name, by number */
};

HIDDEN extern struct node_server node_server;

/* A message that one thread answers while another reads on.  */
struct node_job
{
  struct cluster_head head;
  char *payload; /* head.size bytes; malloced */
};

/* A decoded REGION, GET or STORE.  */
struct node_region
{
  struct node_device *held; /* until node_region_free */
  struct node_device *d;
  const struct cluster_region *region; /* in the payload */
  const struct cluster_range *range;   /* likewise; region->count */
  struct cluster_bytes *part;          /* the same seen from here; malloced */
  const struct cluster_range *zone;    /* in the payload; region->zones */
};

/* connect.c: open the line to a program that waits at ADDRESS, HOST:PORT, and
   knows the secret in the file COOKIE; or where the file MEETING says.  Both
   end the process if there is none.  */
HIDDEN void node_connect_cookie (struct node_server *s, const char *address,
                                 const char *cookie);
HIDDEN void node_connect_meeting (struct node_server *s, const char *meeting);
/* main.c: end the process with TEXT.  */
HIDDEN _Noreturn void node_stop_with (const char *text) COLD;

/* serve.c: if the calling thread leads, let another one read the line: the
   caller is going to wait.  */
HIDDEN void node_lead_pass (void);
/* The calling thread waits for a region; SLEEPS: not only for a moment.  Lets
   another one read the line if there is something to read.  */
HIDDEN void node_lead_waits (bool sleeps);
/* Serve the line until it ends.  */
HIDDEN int node_serve (struct node_server *s);
/* Answer JOB: TYPE with COUNT parts.  */
HIDDEN void node_answer (struct node_server *s, const struct node_job *job,
                         enum cluster_type type,
                         const struct cluster_bytes *part, size_t count);
/* The same, but with the next message at the latest, which will come soon.  */
HIDDEN void node_answer_later (struct node_server *s,
                               const struct node_job *job,
                               enum cluster_type type,
                               const struct cluster_bytes *part, size_t count);
/* Answer with the recorded error, and what is known if device D has failed.  */
HIDDEN void node_refuse (struct node_server *s, const struct node_job *job,
                         struct node_device *d);

/* memory.c: take a PUT, COPY or GUARD from the line; an errno value: the line
   is of no use any more.  */
HIDDEN int node_take_put (struct node_server *s,
                          const struct cluster_head *head);
HIDDEN int node_take_copy (struct node_server *s,
                           const struct cluster_head *head);
HIDDEN int node_take_guard (struct node_server *s,
                            const struct cluster_head *head);
/* check.c: the same for CHANGE and FORGET.  */
HIDDEN int node_take_change (struct node_server *s,
                             const struct cluster_head *head);
HIDDEN int node_take_forget (struct node_server *s,
                             const struct cluster_head *head);
/* Device NUMBER of the node if it was opened; else NULL.  */
HIDDEN struct node_device *node_device_at (struct node_server *s,
                                           uint32_t number);
/* From now on device NUMBER of the node, opened or not, keeps what it has: it
   is not opened again before node_device_release.  NULL: there is none.  */
HIDDEN struct node_device *node_device_hold (struct node_server *s,
                                             uint32_t number);
/* D: what node_device_hold has returned.  */
HIDDEN void node_device_release (struct node_device *d);
/* Make the host's memory accessible up to BACKED bytes.  */
HIDDEN bool node_memory_open (struct node_device *d, uint64_t backed);

/* region.c, device.c, image.c: do what JOB asks for.  */
/* REGION, GET or STORE; false: refused.  */
HIDDEN bool node_run_region (struct node_server *s, const struct node_job *job);
/* Its steps: find what it names, or refuse it and return false.  To be freed.
 */
HIDDEN bool node_region_decode (struct node_server *s,
                                const struct node_job *job,
                                struct node_region *q);
HIDDEN void node_region_free (struct node_region *q);
/* What to launch, without a log.  The zones are filled.  */
HIDDEN struct x86emul_launch node_region_prepare (const struct node_region *q);
/* Look at the zones, and answer; IS_KEPT: as node_answer_later does.  */
HIDDEN void node_region_answer (struct node_server *s,
                                const struct node_job *job,
                                const struct node_region *q, bool is_kept);
HIDDEN void node_run_open (struct node_server *s, const struct node_job *job);
HIDDEN void node_run_close (struct node_server *s, const struct node_job *job);
HIDDEN void node_run_load (struct node_server *s, const struct node_job *job);
HIDDEN void node_run_unload (struct node_server *s, const struct node_job *job);
/* The COUNT numbers of the regions that JOB, a REGION, names.  NULL: neither
   may others name it, or the message is malformed.  */
HIDDEN const uint64_t *node_region_after (const struct node_job *job,
                                          uint32_t *count);
/* chain.c: run the REGION of JOB when those that it names have ended, at once
   or later.  Frees the payload.  */
HIDDEN void node_run_chained (struct node_server *s,
                              const struct node_job *job);

/* deferred.c: does no thread of the program wait for JOB, nor another region?
 */
HIDDEN bool node_deferred_takes (const struct node_server *s,
                                 const struct node_job *job);
/* Start the region of JOB; it is answered later.  Frees the payload.  */
HIDDEN void node_deferred_run (struct node_server *s,
                               const struct node_job *job);
/* TASK of GOMP_PLUGIN_target_task_completion has ended.  */
HIDDEN void node_deferred_ended (void *task);
/* Before devices are started.  */
HIDDEN void node_deferred_start (void);
/* D does not run: refuse what it has not run.  */
HIDDEN void node_deferred_clear (struct node_device *d);
/* check.c: answer LOOK.  */
HIDDEN void node_run_look (struct node_server *s, const struct node_job *job);
/* Send what the checker of D has reported so far, before JOB is answered.  */
HIDDEN void node_check_report (struct node_server *s,
                               const struct node_job *job,
                               struct node_device *d);
/* A log for the next launch of the calling thread; 0: there is none.  The
   region has ended: the host names its log NUMBER.  */
HIDDEN unsigned node_check_log_give (struct node_device *d, uint32_t number);
HIDDEN void node_check_log_keep (struct node_device *d, uint32_t number,
                                 unsigned log);
/* D was started: it has no logs.  */
HIDDEN void node_check_clear (struct node_device *d);
/* D was started again, and has no images.  */
HIDDEN void node_images_clear (struct node_device *d);
/* named.c: copy the lists at BYTES, whose size LOAD has, with this node's
   libraries, for the device to read.  False: they are malformed, or memory is
   exhausted.  */
HIDDEN bool node_named_lists (const struct cluster_load *load,
                              const char *bytes,
                              struct x86emul_named_lists *lists);
/* cache.c: read the image with HASH, of SIZE bytes, that an earlier run has
   left; its hash is still to be compared.  Remove it; leave one.  */
HIDDEN bool node_cache_read (const uint8_t hash[32], char *bytes, size_t size);
HIDDEN void node_cache_remove (const uint8_t hash[32]);
HIDDEN void node_cache_write (const uint8_t hash[32], const char *bytes,
                              size_t size);
/* peer.c: let other nodes connect; send data to one.  */
HIDDEN void node_run_meet (struct node_server *s, const struct node_job *job);
HIDDEN void node_run_send (struct node_server *s, const struct node_job *job);
/* Serve LINE, whose other side has proved itself, until it ends.  */
HIDDEN int node_serve_peer (struct node_server *s, struct cluster_line *line);
/* Take START and answer it.  False: recorded.  */
HIDDEN bool node_start (struct node_server *s);
/* End all devices.  */
HIDDEN void node_stop (struct node_server *s);

/* output.c: send what the devices have written so far.  */
HIDDEN bool node_output_start (struct node_server *s);
HIDDEN void node_output_drain (struct node_server *s);
/* Descriptor of the server's own standard error, for its last words.  */
HIDDEN extern int node_own_stderr;

#endif
