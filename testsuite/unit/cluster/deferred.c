/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of a node that no thread waits for: each is answered or refused,
   once, whenever its device fails.  The device's queue, and its completion
   thread, are a list and a thread of the test.  */

#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "host/async.h"
#include "host/condition.h"
#include "node/server.h"

#define POSTERS 3
#define JOBS 2000
#define ROOM 64

struct node_server node_server;
static struct node_device device;
static struct x86emul_device emulated;
static atomic_uint answered[POSTERS * JOBS], refused[POSTERS * JOBS];
static bool is_pending; /* an answer waits for the next one */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *queue[ROOM];
static unsigned posted, ended; /* positions in the queue */
static unsigned fails_after;   /* the device fails after so many */
static bool stops;             /* all were posted */
static bool is_gone;           /* the completion thread has ended */

/* ---- What the file under test calls.  */

__typeof__ (x86emul_async_run) __wrap_x86emul_async_run;
__typeof__ (x86emul_condition_check) __wrap_x86emul_condition_check;

bool
__wrap_x86emul_condition_check (struct x86emul_device *d)
{
  (void)d;
  gomp_error_set (GOMP_ERR_DEVICE, "it has failed");
  return false;
}

enum gomp_status
__wrap_x86emul_async_run (struct x86emul_device *d,
                          const struct x86emul_launch *l, void *task)
{
  (void)d;
  (void)l;
  pthread_mutex_lock (&lock);
  bool has_room = posted - ended < ROOM;
  /* Without the completion thread nobody looks at it.  */
  if (has_room && !is_gone)
    queue[posted++ % ROOM] = task;
  pthread_mutex_unlock (&lock);
  return has_room ? GOMP_OK : gomp_error_set (GOMP_ERR_NOMEM, "no room");
}

bool
node_region_decode (struct node_server *s, const struct node_job *job,
                    struct node_region *q)
{
  q->d = &device;
  q->region = (const struct cluster_region *)job->payload;
  q->part = NULL;
  if (job->head.number % 100 != 7)
    return true;
  node_refuse (s, job, NULL);
  return false;
}

struct x86emul_launch
node_region_prepare (const struct node_region *q)
{
  return (struct x86emul_launch){ .block = q->region->block };
}

void
node_region_free (struct node_region *q)
{
  q->part = NULL;
}

void
node_region_answer (struct node_server *s, const struct node_job *job,
                    const struct node_region *q, bool is_kept)
{
  (void)s;
  EXPECT (q->region->block == job->head.number);
  is_pending = is_kept;
  atomic_fetch_add (&answered[job->head.number], 1);
}

void
node_refuse (struct node_server *s, const struct node_job *job,
             struct node_device *d)
{
  (void)s;
  (void)d;
  gomp_error_clear ();
  atomic_fetch_add (&refused[job->head.number], 1);
}

void
node_output_drain (struct node_server *s)
{
  (void)s;
}

/* ---- The test.  */

/* Tell of what is in the queue.  False: there is nothing.  */
static bool
end_some (void)
{
  pthread_mutex_lock (&lock);
  unsigned count = posted - ended;
  void *task[ROOM];
  for (unsigned i = 0; i < count; i++)
    task[i] = queue[(ended + i) % ROOM];
  ended += count;
  pthread_mutex_unlock (&lock);
  for (unsigned i = 0; i < count; i++)
    node_deferred_ended (task[i]);
  x86emul_async_told.all (&emulated);
  EXPECT (!is_pending);
  return count > 0;
}

static void *
complete (void *unused)
{
  bool more = true, fails = false;
  while (more && !fails)
    {
      /* Before the look at the queue: nothing comes after that.  */
      pthread_mutex_lock (&lock);
      more = !stops;
      pthread_mutex_unlock (&lock);
      more |= end_some ();
      fails = ended >= fails_after;
    }
  if (fails)
    {
      atomic_store (&emulated.condition, X86EMUL_FAILED);
      x86emul_async_told.failed (&emulated);
    }
  pthread_mutex_lock (&lock);
  is_gone = true;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *
post (void *first)
{
  unsigned number = (unsigned)(uintptr_t)first;
  for (unsigned i = 0; i < JOBS; i++, number++)
    {
      struct cluster_region *r = calloc (1, sizeof (*r));
      r->chain = CLUSTER_DEFERRED;
      r->block = number;
      const struct node_job job = { .head = { .type = CLUSTER_REGION,
                                              .number = number,
                                              .size = sizeof (*r) },
                                    .payload = (char *)r };
      EXPECT (node_deferred_takes (&node_server, &job));
      node_deferred_run (&node_server, &job);
    }
  gomp_error_fini ();
  return NULL;
}

/* Returns how many were answered.  */
static unsigned
run (unsigned after)
{
  pthread_t poster[POSTERS], completion;
  unsigned all = 0;
  memset (answered, 0, sizeof (answered));
  memset (refused, 0, sizeof (refused));
  posted = ended = 0;
  stops = is_gone = false;
  fails_after = after;
  node_deferred_clear (&device);
  atomic_store (&emulated.condition, X86EMUL_UP);
  EXPECT (pthread_create (&completion, NULL, complete, NULL) == 0);
  for (unsigned i = 0; i < POSTERS; i++)
    EXPECT (
        pthread_create (&poster[i], NULL, post, (void *)(uintptr_t)(i * JOBS))
        == 0);
  for (unsigned i = 0; i < POSTERS; i++)
    pthread_join (poster[i], NULL);
  pthread_mutex_lock (&lock);
  stops = true;
  pthread_mutex_unlock (&lock);
  pthread_join (completion, NULL);
  for (unsigned i = 0; i < POSTERS * JOBS; i++)
    {
      EXPECT (answered[i] + refused[i] == 1);
      all += answered[i];
    }
  EXPECT (device.deferred.first == NULL);
  return all;
}

static void
test_all_end (void)
{
  EXPECT (run (UINT32_MAX) > 0);
}

static void
test_device_fails (void)
{
  for (unsigned i = 0; i < 20; i++)
    EXPECT (run (i * 200) <= POSTERS * JOBS);
}

int
main (void)
{
  node_server.device = &device;
  x86emul_devices = &emulated;
  device.d = &emulated;
  node_deferred_start ();
  RUN (test_all_end);
  RUN (test_device_fails);
  gomp_error_clear ();
  return check_done ();
}
