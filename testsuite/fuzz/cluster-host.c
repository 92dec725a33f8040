/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A node that answers a program with arbitrary messages.  An input chooses what
   the program asks for and what comes: mostly what it expects, else other
   types, numbers, fields, bytes or sizes.  Each request of the program ends,
   and what it then has can be used.  */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/image.h"
#include "host/remote.h"
#include "image.h"
#include "os/memory.h"
#include "os/process.h"

#define DEVICES 2u
#define MEMORY ((uint64_t)1 << 30)

struct cluster_settings cluster_settings;
struct cluster_node *cluster_nodes;
unsigned cluster_node_count;
struct cluster_device *cluster_devices;
unsigned cluster_device_count;

static struct fuzz_input *answers; /* chooses what comes */
static int far_end;                /* of the stream; -1: it has ended */

__typeof__ (cluster_line_poll) __real_cluster_line_poll;
#define WRAPPED(name) __typeof__ (name) __wrap_##name
WRAPPED (cluster_line_poll);
WRAPPED (cluster_line_send);
WRAPPED (cluster_line_keep);
WRAPPED (os_reserve);
WRAPPED (write);
__typeof__ (os_thread_start) __real_os_thread_start;
WRAPPED (os_thread_start);
WRAPPED (GOMP_PLUGIN_target_task_completion);

/* ---- What comes.  */

struct message
{
  struct cluster_head head;
  uint8_t payload[8192];
  size_t size;
};

static void
put (struct message *m, const void *bytes, size_t size)
{
  REQUIRE (size <= sizeof (m->payload) - m->size);
  memcpy (m->payload + m->size, bytes, size);
  m->size += size;
}

static void
put_zeros (struct message *m, uint64_t size)
{
  static const uint8_t zeros[4096];
  put (m, zeros, size < sizeof (zeros) ? (size_t)size : sizeof (zeros));
}

static void
put_opened (struct message *m, struct fuzz_input *in)
{
  struct cluster_opened o = { .start = (uint64_t)1 << 40, .size = MEMORY };
  unsigned choice = fuzz_byte (in);
  if (choice == 0)
    o.size = fuzz_word (in);
  if (choice == 1)
    o.start = fuzz_word (in);
  if (choice == 2)
    o.window_size = fuzz_word (in);
  put (m, &o, sizeof (o));
}

static void
put_loaded (struct message *m, struct fuzz_input *in)
{
  struct cluster_loaded l = { .count = 5 };
  struct cluster_range r = { fuzz_word (in), fuzz_word (in) };
  unsigned choice = fuzz_byte (in);
  if (choice < 8)
    l.count = (uint32_t)fuzz_word (in);
  put (m, &l, sizeof (l));
  for (unsigned i = 0; i < 5; i++)
    put (m, &r, sizeof (r));
}

static uint64_t
bytes_asked (const struct cluster_bytes *part, size_t count)
{
  uint64_t sum = 0;
  if (count > 1)
    for (size_t j = 0; j < part[1].size / sizeof (struct cluster_range); j++)
      sum += ((const struct cluster_range *)part[1].start)[j].size;
  return sum;
}

static uint64_t
bytes_looked (const struct cluster_bytes *part)
{
  const struct cluster_look *look = part[0].start;
  return look->log != 0 ? look->size : 2 * look->size;
}

static uint64_t
bytes_wanted (uint32_t type, const struct cluster_bytes *part, size_t count)
{
  return type == CLUSTER_LOOK    ? bytes_looked (part)
         : type == CLUSTER_STORE ? 0
                                 : bytes_asked (part, count);
}

/* What a node would answer to ASKED.  */
static void
answer (struct message *m, struct fuzz_input *in,
        const struct cluster_head *asked, const struct cluster_bytes *part,
        size_t count)
{
  static const uint8_t types[CLUSTER_TYPES]
      = { [CLUSTER_OPEN] = CLUSTER_OPENED,     [CLUSTER_CLOSE] = CLUSTER_CLOSED,
          [CLUSTER_LOAD] = CLUSTER_NEED,       [CLUSTER_IMAGE] = CLUSTER_LOADED,
          [CLUSTER_UNLOAD] = CLUSTER_UNLOADED, [CLUSTER_REGION] = CLUSTER_DONE,
          [CLUSTER_GET] = CLUSTER_DONE,        [CLUSTER_LOOK] = CLUSTER_DONE,
          [CLUSTER_STORE] = CLUSTER_DONE };
  m->size = 0;
  m->head = (struct cluster_head){ .type = types[asked->type],
                                   .device = asked->device,
                                   .number = asked->number };
  unsigned choice = fuzz_byte (in);
  if (choice < 8)
    m->head.type = CLUSTER_REFUSED;
  else if (choice < 12)
    m->head.type = fuzz_byte (in) % CLUSTER_TYPES;
  else if (choice < 16 && asked->type == CLUSTER_LOAD)
    m->head.type = CLUSTER_LOADED;
  if (m->head.type == CLUSTER_OPENED)
    put_opened (m, in);
  else if (m->head.type == CLUSTER_LOADED)
    put_loaded (m, in);
  else if (m->head.type == CLUSTER_DONE)
    put_zeros (m, bytes_wanted (asked->type, part, count));
  else if (m->head.type == CLUSTER_REFUSED)
    put (m, "no", 2);
}

static void
put_reports (struct message *m, struct fuzz_input *in)
{
  m->head.type = CLUSTER_REPORTS;
  m->head.device = fuzz_byte (in) % DEVICES;
  for (unsigned i = fuzz_byte (in) % 4; i > 0; i--)
    {
      struct cluster_report r = { .kind = fuzz_byte (in) % 8,
                                  .address = fuzz_word (in),
                                  .size = fuzz_word (in) };
      put (m, &r, sizeof (r));
    }
}

static void
put_overrun (struct message *m, struct fuzz_input *in)
{
  const struct cluster_range range
      = { cluster_devices[0].start + 596 + fuzz_byte (in) % 24,
          fuzz_byte (in) % 8 == 0 ? fuzz_word (in) : fuzz_byte (in) % 24 };
  m->head.type = CLUSTER_OVERRUN;
  m->head.device = fuzz_byte (in) % (DEVICES + 1);
  put (m, &range, sizeof (range));
}

/* What a node sends unasked.  */
static void
remark (struct message *m, struct fuzz_input *in)
{
  struct x86emul_failure_facts facts;
  unsigned choice = fuzz_byte (in) % 16;
  m->size = 0;
  m->head = (struct cluster_head){ .type = CLUSTER_BEAT };
  if (choice == 0)
    {
      fuzz_bytes (in, &facts, sizeof (facts));
      m->head.type = CLUSTER_FAILED;
      m->head.device = fuzz_byte (in) % (DEVICES + 1);
      put (m, &facts, sizeof (facts));
    }
  else if (choice == 4)
    put_reports (m, in);
  else if (choice == 5)
    put_overrun (m, in);
  else if (choice < 4)
    {
      m->head.type = CLUSTER_OUTPUT;
      m->head.device = choice;
      put_zeros (m, fuzz_byte (in));
    }
}

/* False: nothing follows that the program could wait for.  */
static bool
spoil (struct message *m, struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  m->head.size = m->size;
  if (choice == 0)
    m->head.number += fuzz_byte (in);
  else if (choice == 1)
    m->head.device = (uint32_t)fuzz_word (in);
  else if (choice == 2)
    m->head.size = fuzz_word (in);
  else if (choice == 3)
    m->head.size = m->size = m->size / 2;
  else if (choice < 8 && m->size > 0)
    m->payload[fuzz_word (in) % m->size] = (uint8_t)fuzz_byte (in);
  return choice > 2;
}

static void
send_all (struct message *m, bool more)
{
  if (far_end < 0)
    return;
  if (send (far_end, &m->head, sizeof (m->head), MSG_NOSIGNAL) < 0
      || send (far_end, m->payload, m->size, MSG_NOSIGNAL) < 0 || !more)
    shutdown (far_end, SHUT_WR);
}

static bool
expects_answer (uint32_t type)
{
  return type != CLUSTER_PUT && type != CLUSTER_COPY && type != CLUSTER_QUIT
         && type != CLUSTER_CHANGE && type != CLUSTER_FORGET
         && type != CLUSTER_GUARD;
}

/* The program sends HEAD: what the node sends then comes at once.  */
int
__wrap_cluster_line_send (struct cluster_line *line, struct cluster_head *head,
                          const struct cluster_bytes *part, size_t count)
{
  struct message m;
  (void)line;
  unsigned remarks = fuzz_byte (answers) % 4;
  while (remarks-- > 0)
    {
      remark (&m, answers);
      send_all (&m, spoil (&m, answers));
    }
  if (!expects_answer (head->type))
    return 0;
  answer (&m, answers, head, part, count);
  bool is_answer
      = m.head.type != CLUSTER_FAILED && m.head.type != CLUSTER_OUTPUT
        && m.head.type != CLUSTER_REPORTS && m.head.type != CLUSTER_BEAT
        && m.head.type != CLUSTER_OVERRUN;
  send_all (&m, spoil (&m, answers) && is_answer);
  return 0;
}

int
__wrap_cluster_line_keep (struct cluster_line *line, struct cluster_head *head,
                          const struct cluster_bytes *part, size_t count)
{
  return __wrap_cluster_line_send (line, head, part, count);
}

/* ---- What the program finds instead of a node.  */

int
__wrap_cluster_line_poll (struct cluster_line *line, struct cluster_head *head)
{
  int r = __real_cluster_line_poll (line, head);
  fuzz_messages += r == 0;
  return r;
}

/* OUTPUT goes nowhere.  */
ssize_t
__wrap_write (int fd, const void *bytes, size_t size)
{
  REQUIRE (fd == STDOUT_FILENO || fd == STDERR_FILENO);
  return memchr (bytes, 255, size) != NULL ? -1 : (ssize_t)size;
}

int
__wrap_os_reserve (uint64_t where, uint64_t size)
{
  return where != 0 && size <= X86EMUL_ARENA_MAX ? 0 : EINVAL;
}

bool
cluster_is_usable (struct cluster_device *d)
{
  return atomic_load (&d->condition) == CLUSTER_UP;
}

void
cluster_start_finish (struct cluster_node *n)
{
  cluster_line_break (&n->line);
}

enum gomp_status
cluster_start_node (struct cluster_node *n, uint64_t deadline_ns)
{
  (void)n;
  (void)deadline_ns;
  return GOMP_OK;
}

/* ---- The receiver's thread.  It is the same one for all inputs: most of the
   time, under sanitizers, went into the start of threads.  */

static struct
{
  sem_t called, ended;
  unsigned long thread; /* 0: not started yet */
  void *(*body) (void *);
  void *data;
} receiver;

static void *
receive (void *unused)
{
  for (;;)
    {
      while (sem_wait (&receiver.called) != 0)
        ;
      receiver.body (receiver.data);
      sem_post (&receiver.ended);
    }
  return unused;
}

int
__wrap_os_thread_start (void *(*body) (void *), void *data, unsigned long stack,
                        unsigned long *id)
{
  if (receiver.thread == 0)
    {
      sem_init (&receiver.called, 0, 0);
      sem_init (&receiver.ended, 0, 0);
      int r = __real_os_thread_start (receive, NULL, stack, &receiver.thread);
      REQUIRE (r == 0);
    }
  receiver.body = body;
  receiver.data = data;
  *id = receiver.thread;
  sem_post (&receiver.called);
  return 0;
}

static void
await_receiver (void)
{
  while (sem_wait (&receiver.ended) != 0)
    ;
}

/* ---- The program.  */

static struct cluster_node node;
static struct cluster_device devices[DEVICES];
static struct cluster_element element = { .name = "n1", .devices = DEVICES };
static char memory[4096];

static void
load (struct cluster_device *d)
{
  struct addr_pair *table = NULL;
  int count = 0;
  const char *name, *source;
  if (cluster_image_load (d, X86EMUL_REGISTER_VERSION, &image, &table, &count)
      != GOMP_OK)
    return;
  REQUIRE (count == 5 && table != NULL);
  for (int i = 0; i < count; i++)
    if (cluster_image_function (d, table[i].start, &name, &source))
      REQUIRE (strlen (name) == 1);
  free (table);
}

static void
copy (struct cluster_device *d, struct fuzz_input *in)
{
  const struct gomp_host_part part = { .start = memory, .size = 64 };
  void *block = cluster_device_alloc (d, fuzz_byte (in) * 100);
  cluster_put (d, (uintptr_t)block, &part, 1, fuzz_byte (in) & 1);
  cluster_move (d, (uintptr_t)block + 64, (uintptr_t)block, 64);
  if (block != NULL)
    cluster_device_free (d, (uintptr_t)block);
}

static void
run_or_get (struct cluster_device *d, struct fuzz_input *in)
{
  const struct gomp_device_piece zone = { d->start + 600, NULL, 16 };
  const struct cluster_launch l
      = { .function = fuzz_word (in), .zone = &zone, .zones = 1 };
  struct cluster_range written;
  const struct gomp_device_piece piece[]
      = { { d->start, memory, 64 + fuzz_byte (in) },
          { d->start + 512, memory + 512, fuzz_byte (in) } };
  struct gomp_lost lost;
  enum gomp_status status = fuzz_byte (in) % 2 == 0
                                ? cluster_run (d, &l, piece, 2)
                                : cluster_get (d, piece, 2);
  if (status != GOMP_OK)
    cluster_failure_describe (d, l.function, &lost);
  if (cluster_overrun_take (d, zone.device, zone.size, &written))
    REQUIRE (written.size > 0 && written.start >= zone.device
             && written.start + written.size <= zone.device + zone.size);
}

/* What libgomp does under the mapping checker.  */
static void
check (struct cluster_device *d, struct fuzz_input *in)
{
  const struct gomp_check_change change
      = { .cleared = 0xff, .set = fuzz_byte (in), .poisons = true };
  struct gomp_check_view view;
  struct gomp_check_report report;
  unsigned char *block = cluster_device_alloc (d, 8192);
  uintptr_t at = (uintptr_t)block + fuzz_byte (in);
  size_t size = 1 + fuzz_byte (in) * 16;
  unsigned log = cluster_check_log_give (d);
  cluster_check_change (d, at, size, &change);
  if (cluster_check_look (d, at, size, &view))
    REQUIRE (memchr (view.states, 255, size) == NULL
             || memchr (view.bytes, 255, size) == NULL);
  while (log != 0 && size > 0)
    {
      size_t count = size;
      const unsigned char *marks = cluster_check_log_marks (d, log, at, &count);
      REQUIRE (count > 0 && count <= size);
      if (marks != NULL)
        REQUIRE (memchr (marks, 0, count) != marks || *marks == 0);
      at += count;
      size -= count;
    }
  if (log != 0)
    cluster_check_log_clear (d, log);
  while (cluster_check_take (d, &report))
    REQUIRE (report.kind != 0 && strlen (report.location) < 192);
  if (block != NULL)
    cluster_device_free (d, (uintptr_t)block);
}

/* Regions and copies that no thread waits for.  */
static struct task
{
  atomic_uint state; /* enum task_state */
  struct gomp_device_piece piece;
  _Alignas(64) char memory[64];
} tasks[8];
enum task_state
{
  TASK_NONE,
  TASK_RUNS,
  TASK_ENDED
};

void
__wrap_GOMP_PLUGIN_target_task_completion (void *task)
{
  struct task *t = task;
  REQUIRE (atomic_exchange (&t->state, TASK_ENDED) == TASK_RUNS);
}

static void
run_async (struct cluster_device *d, struct fuzz_input *in)
{
  struct task *t = &tasks[fuzz_byte (in) % GOMP_ARRAY_SIZE (tasks)];
  void *after[GOMP_ARRAY_SIZE (tasks)];
  struct cluster_launch l = { .function = fuzz_word (in),
                              .is_followed = fuzz_byte (in) % 8 != 0,
                              .after = after };
  if (atomic_load (&t->state) == TASK_RUNS)
    return;
  if (atomic_load (&t->state) == TASK_ENDED)
    cluster_request_forget (&node, t);
  REQUIRE (!cluster_request_is_followed (d, t));
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (tasks) && l.is_followed; i++)
    if (&tasks[i] != t && cluster_request_is_followed (d, &tasks[i]))
      after[l.after_count++] = &tasks[i];
  t->piece = (struct gomp_device_piece){ d->start, t->memory, 32 };
  atomic_store (&t->state, TASK_RUNS);
  unsigned choice = fuzz_byte (in) % 4, count = fuzz_byte (in) % 2;
  bool sent = (choice > 1 ? cluster_run_async (d, &l, t, &t->piece, count)
                          : cluster_copy_async (d, &l, choice == 0, t,
                                                &t->piece, count))
              == GOMP_OK;
  if (!sent)
    atomic_store (&t->state, TASK_NONE);
}

static void
ask (struct cluster_device *d, struct fuzz_input *in)
{
  if (!cluster_is_usable (d))
    {
      cluster_device_start (d);
      return;
    }
  switch (fuzz_byte (in) % 8)
    {
    case 0:
      load (d);
      break;
    case 1:
      if (d->images != NULL)
        cluster_image_unload (d, &image);
      break;
    case 2:
      copy (d, in);
      break;
    case 3:
      cluster_failure_record (d, fuzz_word (in), NULL);
      break;
    case 4:
      if (d->checker.is_on)
        check (d, in);
      break;
    case 5:
    case 6:
      run_async (d, in);
      break;
    default:
      run_or_get (d, in);
    }
}

static void
create (int end)
{
  memset (&node, 0, sizeof (node));
  memset (devices, 0, sizeof (devices));
  node.element = &element;
  strcpy (node.name, "n1");
  cluster_nodes = &node;
  cluster_devices = devices;
  cluster_node_count = 1;
  cluster_device_count = DEVICES;
  cluster_settings.start_timeout = 60;
  for (unsigned i = 0; i < DEVICES; i++)
    {
      devices[i].node = &node;
      devices[i].index = i;
      devices[i].ordinal = devices[i].number = (int)i;
    }
  REQUIRE (cluster_line_open (&node.line, end, end) == 0);
  REQUIRE (cluster_receive_start (&node) == GOMP_OK);
}

static void
destroy (void)
{
  shutdown (far_end, SHUT_WR);
  cluster_lead_call (&node);
  await_receiver ();
  cluster_line_close (&node.line);
  close (far_end);
  /* All have ended.  */
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (tasks); i++)
    {
      REQUIRE (atomic_load (&tasks[i].state) != TASK_RUNS);
      cluster_request_forget (&node, &tasks[i]);
      atomic_store (&tasks[i].state, TASK_NONE);
    }
  for (unsigned i = 0; i < DEVICES; i++)
    {
      while (devices[i].images != NULL)
        cluster_image_unload (&devices[i], &image);
      if (devices[i].arena != NULL)
        x86emul_arena_destroy (devices[i].arena);
      free (devices[i].refusal);
      cluster_check_destroy (&devices[i]);
    }
  for (struct cluster_request *r = node.unused, *next; r != NULL; r = next)
    {
      next = r->next;
      free (r);
    }
  gomp_error_clear ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size / 2 };
  struct fuzz_input theirs = { data + size / 2, size - size / 2 };
  int ends[2], room = 1 << 20;
  REQUIRE (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  setsockopt (ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof (room));
  far_end = ends[1];
  answers = &theirs;
  cluster_settings.lost
      = fuzz_byte (&in) % 2 == 0 ? GOMP_LOST_STOP : GOMP_LOST_HOST;
  cluster_settings.checks = fuzz_byte (&in) % 2 == 0;
  create (ends[0]);
  for (unsigned i = 0; i < 200 && in.left > 0 && !atomic_load (&node.is_lost);
       i++)
    ask (&devices[fuzz_byte (&in) % DEVICES], &in);
  destroy ();
  return 0;
}
