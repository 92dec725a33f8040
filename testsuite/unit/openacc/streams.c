/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Async queues of a plugin that has queues (streams): regions without data are
   started there at once.  The streams of this test do nothing until somebody
   waits for them.  Work of a queue stays in order; waits and tests know what is
   in the streams.  */

#define REGIONS(X) X (one) X (two) X (three) X (blocked) X (counted)
#include "device.h"

#include <sched.h>

#define PENDING 64 /* regions in a stream, at most */
#define ROUNDS 500
#define QUEUE 3
#define OTHER 4

struct goacc_asyncqueue
{
  pthread_mutex_t lock;
  void *fn[PENDING];
  int count;
};

static struct
{
  bool construct, test, synchronize;
} fails;

static atomic_int open_streams, started, count;
static atomic_bool may_go_on;
static char said[16];
static atomic_uint letters;

static void
say (char letter)
{
  said[letters++] = letter;
}

static void
one (void **slots)
{
  (void)slots;
  say ('1');
}

static void
two (void **slots)
{
  (void)slots;
  say ('2');
}

static void
three (void **slots)
{
  (void)slots;
  say ('3');
}

static void
blocked (void **slots)
{
  (void)slots;
  while (!may_go_on)
    sched_yield ();
  say ('b');
}

static void
counted (void **slots)
{
  (void)slots;
  count++;
}

/* ---- The plugin's streams.  */

static struct goacc_asyncqueue *
construct (int n)
{
  (void)n;
  if (fails.construct)
    return NULL;
  struct goacc_asyncqueue *s = calloc (1, sizeof (*s));
  pthread_mutex_init (&s->lock, NULL);
  open_streams++;
  return s;
}

static bool
destruct (struct goacc_asyncqueue *s)
{
  EXPECT (s->count == 0);
  free (s);
  open_streams--;
  return true;
}

static void
async_exec (void (*fn) (void *), size_t mapped, void **hostaddrs,
            void **devaddrs, unsigned *dims, void *descriptor,
            struct goacc_asyncqueue *s)
{
  (void)hostaddrs;
  (void)devaddrs;
  (void)dims;
  (void)descriptor;
  EXPECT (mapped == 0);
  pthread_mutex_lock (&s->lock);
  EXPECT (s->count < PENDING);
  memcpy (&s->fn[s->count++], &fn, sizeof (fn));
  pthread_mutex_unlock (&s->lock);
  started++;
}

static bool
synchronize (struct goacc_asyncqueue *s)
{
  pthread_mutex_lock (&s->lock);
  for (int i = 0; i < s->count; i++)
    run (0, s->fn[i], NULL, NULL);
  s->count = 0;
  pthread_mutex_unlock (&s->lock);
  return !fails.synchronize;
}

static int
test (struct goacc_asyncqueue *s)
{
  pthread_mutex_lock (&s->lock);
  int answer = fails.test ? -1 : s->count == 0;
  pthread_mutex_unlock (&s->lock);
  return answer;
}

/* ---- Constructs.  */

/* With data if FN may not be started in a stream.  */
static enum gomp_status
region (void (*fn) (void *), int async, bool with_data)
{
  static int data;
  struct gomp_acc_region r = { .fn = fn, .order.async = async };
  if (with_data)
    {
      clause (TO, &data, sizeof (data));
      r.list = (struct gomp_clause_list){ clauses, hosts, sizes, kinds, 0 };
      clauses = 0;
    }
  return gomp_acc_compute (&r);
}

/* REGION in this queue without an error, and in a stream or not.  */
static void
launch (void (*fn) (void *), int async, bool with_data, bool in_stream)
{
  int before = started;
  EXPECT (region (fn, async, with_data) == GOMP_OK);
  EXPECT (started - before == in_stream);
}

static bool
is_done (int async)
{
  bool done = false;
  EXPECT (gomp_acc_test (async, &done) == GOMP_OK);
  return done;
}

static void
said_so_far (const char *expected)
{
  EXPECT (letters == strlen (expected));
  EXPECT (memcmp (said, expected, letters) == 0);
}

/* ---- Tests.  */

static void
waits_know (void)
{
  bool done = true;
  letters = 0;
  launch (host_one, QUEUE, false, true);
  launch (host_two, QUEUE, false, true);
  said_so_far ("");
  EXPECT (!is_done (QUEUE));
  EXPECT (gomp_acc_test_all (&done) == GOMP_OK && !done);
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  said_so_far ("12");
  EXPECT (is_done (QUEUE));
  launch (host_three, OTHER, false, true);
  EXPECT (gomp_acc_wait_all () == GOMP_OK);
  said_so_far ("123");
  EXPECT (gomp_acc_test_all (&done) == GOMP_OK && done);
}

static void
operations_follow (void)
{
  letters = 0;
  launch (host_one, QUEUE, false, true);
  launch (host_two, QUEUE, true, false);
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  said_so_far ("12");
  launch (host_three, QUEUE, false, true);
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  said_so_far ("123");
}

/* A region behind an operation that is not done is one itself.  */
static void
regions_follow (void)
{
  letters = 0;
  may_go_on = false;
  launch (host_blocked, QUEUE, true, false);
  launch (host_one, QUEUE, false, false);
  launch (host_two, OTHER, false, true);
  may_go_on = true;
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  said_so_far ("b1");
  EXPECT (gomp_acc_wait (OTHER) == GOMP_OK);
  said_so_far ("b12");
}

static void
queues_follow (void)
{
  letters = 0;
  launch (host_one, QUEUE, false, true);
  EXPECT (gomp_acc_wait_async (QUEUE, OTHER) == GOMP_OK);
  EXPECT (region (host_two, OTHER, false) == GOMP_OK);
  EXPECT (gomp_acc_wait (OTHER) == GOMP_OK);
  said_so_far ("12");
}

static void
has_failed (enum gomp_status status, const char *text)
{
  EXPECT (status == GOMP_ERR_DEVICE);
  EXPECT (strcmp (gomp_error_text (), text) == 0);
  gomp_error_clear ();
}

static void
failures (void)
{
  bool done;
  launch (host_counted, QUEUE, false, true);
  fails.test = true;
  has_failed (gomp_acc_test (QUEUE, &done), "test of 3 failed");
  has_failed (gomp_acc_test_all (&done), "test of 4 failed");
  fails.synchronize = true;
  has_failed (gomp_acc_wait (QUEUE), "wait on 3 failed");
  fails.construct = true;
  has_failed (region (host_counted, OTHER + 1, false),
              "async 5 creation failed");
  fails.test = fails.synchronize = fails.construct = false;
  EXPECT (is_done (OTHER + 1));
}

static pthread_barrier_t round_begins;

static void *
start_again (void *data)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      pthread_barrier_wait (&round_begins);
      EXPECT (region (host_counted, QUEUE, false) == GOMP_OK);
    }
  return data;
}

/* One thread starts regions, the other adds operations.  Nobody waits, but
   each operation is done, and then the region before it.  */
static void
together (void)
{
  pthread_t thread;
  count = 0;
  pthread_barrier_init (&round_begins, NULL, 2);
  pthread_create (&thread, NULL, start_again, NULL);
  for (int i = 0; i < ROUNDS; i++)
    {
      pthread_barrier_wait (&round_begins);
      letters = 0;
      EXPECT (region (host_one, QUEUE, true) == GOMP_OK);
      while (letters == 0)
        sched_yield ();
    }
  pthread_join (thread, NULL);
  EXPECT (gomp_acc_wait (QUEUE) == GOMP_OK);
  EXPECT (count == ROUNDS);
}

static void
streams_end (void)
{
  EXPECT (open_streams > 0);
  EXPECT (gomp_acc_shutdown (EMULATED) == GOMP_OK);
  EXPECT (open_streams == 0);
}

int
main (void)
{
  make_acc_devices (run_compute);
  for (int i = 0; i < 2; i++)
    {
      plugins[i].openacc_async_construct = construct;
      plugins[i].openacc_async_destruct = destruct;
      plugins[i].openacc_async_exec = async_exec;
      plugins[i].openacc_async_synchronize = synchronize;
      plugins[i].openacc_async_test = test;
    }
  RUN (waits_know);
  RUN (operations_follow);
  RUN (regions_follow);
  RUN (queues_follow);
  RUN (failures);
  RUN (together);
  RUN (streams_end);
  return check_done ();
}
