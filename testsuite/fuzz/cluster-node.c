/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program that sends arbitrary messages to a node.  An input chooses them:
   see node-messages.h.  The node answers, or ends the line.  Its devices are
   memory of this process, between pages that nobody may touch.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/access_log.h"
#include "host/arena.h"
#include "host/async.h"
#include "host/guard.h"
#include "host/image.h"
#include "host/launch.h"
#include "host/lifecycle.h"
#include "host/named.h"
#include "named_image.h"
#include "node-messages.h"
#include "node/server.h"
#include "os/process.h"

#define PAGE 4096

struct node_server node_server;
static struct x86emul_device *devices;
static unsigned char *states[DEVICES]; /* under the mapping checker */
static struct x86emul_access_logs *logs[DEVICES]; /* likewise */
static unsigned fate; /* decides what fails on the devices */
static int depth;     /* of threads of the server: it has one here, */
static int nested;    /* and so many more, each while a region runs */
static int stream = -1, null_fd = -1;
/* What no thread waits for, while it has not ended.  */
static struct
{
  struct x86emul_device *d;
  void *task;
} running[8];
static unsigned running_count;

/* ---- What the node finds instead of devices, threads and its process.  */

__typeof__ (cluster_line_receive) __real_cluster_line_receive;
#define WRAPPED(name) __typeof__ (name) __wrap_##name
WRAPPED (cluster_line_receive);
WRAPPED (os_thread_start);
WRAPPED (setenv);
WRAPPED (chdir);
WRAPPED (socket);
WRAPPED (getaddrinfo);
__typeof__ (gomp_wait_sleep) __real_gomp_wait_sleep;
WRAPPED (gomp_wait_sleep);
WRAPPED (x86emul_devices_create);
WRAPPED (x86emul_lifecycle_start);
WRAPPED (x86emul_lifecycle_stop);
WRAPPED (x86emul_launch_run);
WRAPPED (x86emul_async_run);
WRAPPED (x86emul_guard_set);
WRAPPED (x86emul_guard_clear_pages);
WRAPPED (x86emul_image_load_as);
WRAPPED (x86emul_image_load_lists);
WRAPPED (x86emul_image_unload);

int
__wrap_cluster_line_receive (struct cluster_line *line,
                             struct cluster_head *head)
{
  int r = __real_cluster_line_receive (line, head);
  fuzz_messages += r == 0;
  return r;
}

int
__wrap_os_thread_start (void *(*run) (void *), void *data, unsigned long stack,
                        unsigned long *id)
{
  (void)stack;
  *id = 0;
  if (depth > nested)
    return EAGAIN;
  depth++;
  run (data);
  depth--;
  return 0;
}

int
__wrap_setenv (const char *name, const char *value, int replace)
{
  (void)replace;
  return strlen (name) + strlen (value) > 0 ? 0 : -1;
}

int
__wrap_chdir (const char *name)
{
  return strlen (name) > 0 ? 0 : -1;
}

/* There is no other node.  */
int
__wrap_socket (int family, int type, int protocol)
{
  (void)family;
  (void)type;
  (void)protocol;
  return -1;
}

static enum gomp_status
perhaps (unsigned one_of)
{
  return ++fate % one_of != 0
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE, "it so happens");
}

/* The stream takes the place of UCX, if the node has that.  */
enum gomp_status
cluster_ucx_open (struct cluster_line *line, const void **address, size_t *size)
{
  static const char own[] = "here";
  (void)line;
  *address = own;
  *size = sizeof (own);
  return perhaps (4);
}

enum gomp_status
cluster_ucx_connect (struct cluster_line *line, const void *address)
{
  (void)line;
  REQUIRE (address != NULL);
  return perhaps (4);
}

int
__wrap_getaddrinfo (const char *name, const char *service,
                    const struct addrinfo *hints, struct addrinfo **info)
{
  (void)name;
  (void)service;
  (void)hints;
  *info = NULL;
  return EAI_NONAME;
}

/* Is WORD what OPEN of a device waits for?  */
static bool
is_users (const struct gomp_wait_word *word)
{
  for (uint32_t i = 0; node_server.device != NULL && i < node_server.devices;
       i++)
    if (word == &node_server.device[i].users)
      return true;
  return false;
}

/* The program sends no more messages; or a device is to start again while this
   thread, in place of another one, runs a region there: it ends.  */
unsigned
__wrap_gomp_wait_sleep (struct gomp_wait_word *word, unsigned seen,
                        enum gomp_wait_scope scope, int64_t timeout_ns)
{
  if (word != &node_server.taken && !is_users (word))
    return __real_gomp_wait_sleep (word, seen, scope, timeout_ns);
  atomic_store (&node_server.ended.value, 1);
  return seen;
}

enum gomp_status
__wrap_x86emul_devices_create (const struct x86emul_options *options)
{
  REQUIRE (options->devices >= 1 && options->devices <= CLUSTER_DEVICES_MAX);
  x86emul_devices = devices;
  return options->devices <= DEVICES ? GOMP_OK : perhaps (1);
}

enum gomp_status
__wrap_x86emul_lifecycle_start (struct x86emul_device *d)
{
  struct x86emul_memory *m = &d->memory;
  if (perhaps (16) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  REQUIRE (m->arena == NULL);
  m->start = START;
  m->backing.view = m->view;
  m->backing.announced = &d->channel.control->in_use;
  REQUIRE (x86emul_arena_create (ARENA_SIZE, x86emul_backing_grow, &m->backing,
                                 &m->arena)
           == GOMP_OK);
  atomic_store (&d->monitor.ended.value, 1);
  atomic_store (&d->monitor.watch.section,
                (uint64_t)(uintptr_t)&os_rights_kept);
  d->monitor.exit_status = -1;
  if (node_server.checks)
    {
      d->checker.shadow = states[d - devices];
      d->checker.logs = logs[d - devices];
    }
  atomic_store (&d->condition, X86EMUL_UP);
  return GOMP_OK;
}

static void
drop_running (struct x86emul_device *d)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < running_count; i++)
    if (running[i].d != d)
      running[kept++] = running[i];
  running_count = kept;
}

void
__wrap_x86emul_lifecycle_stop (struct x86emul_device *d)
{
  drop_running (d);
  atomic_store (&d->condition, X86EMUL_DOWN);
  x86emul_arena_destroy (d->memory.arena);
  free (d->failure.text);
  d->memory.arena = NULL;
  d->failure.text = NULL;
  for (unsigned i = 1; i <= X86EMUL_ACCESS_LOGS; i++)
    if (d->checker.logs_given & UINT64_C (1) << (i - 1))
      x86emul_access_log_clear (d, i);
  d->checker.shadow = NULL;
  d->checker.logs = NULL;
  d->checker.reports_taken = 0;
  memset (&d->channel.control->check.reports, 0,
          8 * sizeof (struct x86emul_report));
}

/* A region reads some bytes of a page, and is reported for that.  */
static void
check_region (struct x86emul_device *d, unsigned log)
{
  unsigned page = fate % (ARENA_SIZE / PAGE);
  uint64_t word;
  struct x86emul_report *r = d->channel.control->check.reports;
  for (unsigned i = 0; i < 8; i++)
    if (atomic_load (&r[i].ready) == 0)
      {
        r[i].kind = GOMP_CHECK_KIND_BOUNDS;
        r[i].slot = -1;
        atomic_store (&r[i].ready, fate % 4 != 0);
        break;
      }
  if (log == 0)
    return;
  struct x86emul_access_logs *all = d->checker.logs;
  atomic_uint_least64_t *e
      = x86emul_access_log_find (&all->log[log - 1], page, &word);
  REQUIRE (e != NULL && word == 0);
  atomic_store (e, (page + UINT64_C (1)) << 32 | log);
  all->links[log - 1].entry = (uint32_t)(e - all->log[log - 1].entries);
  all->links[log - 1].next = 0;
  memset (all->marks[log - 1], GOMP_CHECK_MARK_READ, 64);
  atomic_store (&all->log[log - 1].used, log);
}

/* D may have been stopped in the meantime.  */
static void
let_fail (struct x86emul_device *d)
{
  unsigned up = X86EMUL_UP;
  atomic_compare_exchange_strong (&d->condition, &up, X86EMUL_FAILED);
}

/* Messages come while a region runs: another thread would take them.  */
static void
serve_meanwhile (const struct x86emul_launch *l)
{
  l->waits (true);
  nested++;
  node_serve (&node_server);
  nested--;
}

enum gomp_status
__wrap_x86emul_launch_run (struct x86emul_device *d,
                           const struct x86emul_launch *l)
{
  if (d->checker.shadow != NULL)
    check_region (d, l->log);
  if (nested < 3 && fate % 4 == 0)
    serve_meanwhile (l);
  if (perhaps (32) == GOMP_OK)
    return GOMP_OK;
  let_fail (d);
  return GOMP_ERR_DEVICE;
}

/* As the completion thread does, with all but KEPT of those that run.  */
static void
end_running (unsigned kept)
{
  while (running_count > kept)
    {
      struct x86emul_device *d = running[0].d;
      node_deferred_ended (running[0].task);
      memmove (running, running + 1, --running_count * sizeof (running[0]));
      if (fate % 2 == 0 || running_count == kept || running[0].d != d)
        x86emul_async_told.all (d);
    }
}

enum gomp_status
__wrap_x86emul_async_run (struct x86emul_device *d,
                          const struct x86emul_launch *l, void *task)
{
  l->waits (fate % 2);
  if (nested < 3 && fate % 8 == 0)
    serve_meanwhile (l);
  if (atomic_load (&d->condition) != X86EMUL_UP)
    return GOMP_ERR_DEVICE;
  if (running_count == GOMP_ARRAY_SIZE (running))
    end_running (fate % 8);
  if (perhaps (64) != GOMP_OK)
    return GOMP_ERR_NOMEM;
  running[running_count].d = d;
  running[running_count++].task = task;
  if (fate % 3 == 0)
    end_running (fate % 2);
  if (perhaps (32) == GOMP_OK)
    return GOMP_OK;
  let_fail (d);
  drop_running (d);
  x86emul_async_told.failed (d);
  return GOMP_OK;
}

/* A table of COUNT entries, of what has the sum SUM.  */
static enum gomp_status
make_table (struct addr_pair **table, int count, size_t sum)
{
  if (perhaps (8) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  *table = calloc ((size_t)count, sizeof (**table));
  REQUIRE (*table != NULL);
  (*table)[0].start = sum;
  return GOMP_OK;
}

/* Reads all that an image has.  */
enum gomp_status
__wrap_x86emul_image_load_as (struct x86emul_device *d,
                              const struct x86emul_image *image,
                              bool is_private, struct addr_pair **table,
                              int *count)
{
  const char *start = image->start, *end = image->end;
  size_t sum = strlen (image->name) + strlen (image->compiler) + is_private;
  for (uint32_t i = 0; i < image->function_count; i++)
    sum += strlen (image->functions[i].name)
           + strlen (image->functions[i].source);
  for (uint32_t i = 0; i < image->variable_count; i++)
    sum += strlen (image->variables[i]);
  for (size_t i = 0; i < d->images.indirect_count; i++)
    sum += (uintptr_t)d->images.indirect[i] & 1;
  for (; start < end; start++)
    sum += (unsigned char)*start;
  *count = (int)(image->function_count + image->variable_count + 1);
  return make_table (table, *count, sum);
}

/* Reads and frees what the lists have.  */
enum gomp_status
__wrap_x86emul_image_load_lists (struct x86emul_device *d,
                                 const struct named_image *named,
                                 const struct x86emul_named_lists *lists,
                                 struct addr_pair **table, int *count)
{
  size_t sum = strlen (named->name) + strlen (named->compiler);
  size_t size = (size_t)((const char *)named->end - (const char *)named->start);
  (void)d;
  for (size_t i = 0; i < named->function_count; i++)
    sum += strlen (named->functions[i].name)
           + strlen (named->functions[i].source);
  for (size_t i = 0; i < lists->size; i++)
    sum += (unsigned char)lists->bytes[i];
  for (size_t i = 0; i < size; i++)
    sum += (unsigned char)lists->copy[i];
  free (lists->bytes);
  free (lists->copy);
  *count = (int)(named->function_count + named->variable_count + 1);
  return make_table (table, *count, sum);
}

enum gomp_status
__wrap_x86emul_image_unload (struct x86emul_device *d, const void *descriptor)
{
  (void)d;
  return descriptor != NULL ? perhaps (8) : GOMP_ERR_DEVICE;
}

void
__wrap_x86emul_guard_set (struct x86emul_device *d, uint64_t offset,
                          uint64_t size)
{
  if (offset > d->memory.size || size > d->memory.size - offset)
    abort ();
}

enum gomp_status
__wrap_x86emul_guard_clear_pages (struct x86emul_device *d, uint64_t start,
                                  uint64_t end)
{
  if (start >= end || end > d->memory.size)
    abort ();
  return perhaps (8);
}

/* ---- The node.  */

/* SIZE bytes between pages that nobody may touch.  */
static void *
guarded (size_t size)
{
  char *p = mmap (NULL, size + 2 * PAGE, PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE (p != MAP_FAILED);
  REQUIRE (mprotect (p + PAGE, size, PROT_READ | PROT_WRITE) == 0);
  return p + PAGE;
}

static void
create_devices (void)
{
  void *p = NULL;
  REQUIRE (posix_memalign (&p, 64, DEVICES * sizeof (*devices)) == 0);
  devices = memset (p, 0, DEVICES * sizeof (*devices));
  for (unsigned i = 0; i < DEVICES; i++)
    {
      static struct x86emul_options options;
      struct x86emul_device *d = &devices[i];
      states[i] = guarded (ARENA_SIZE);
      logs[i] = guarded ((sizeof (*logs[i]) + PAGE - 1) & -(size_t)PAGE);
      d->options = &options;
      d->memory.fd = d->channel.control_fd = d->checker.shadow_fd
          = d->channel.event_end = -1;
      d->memory.view = guarded (ARENA_SIZE);
      d->memory.view_size = d->memory.size = ARENA_SIZE;
      REQUIRE (posix_memalign (&p, 64, sizeof (*d->channel.control)) == 0);
      d->channel.control = memset (p, 0, sizeof (*d->channel.control));
    }
}

static void
create_all (void)
{
  create_devices ();
  stream = memfd_create ("stream", 0);
  null_fd = open ("/dev/null", O_WRONLY);
  REQUIRE (stream >= 0 && null_fd >= 0);
}

static void
open_line (struct cluster_line *line, const struct stream *t)
{
  REQUIRE (ftruncate (stream, 0) == 0);
  REQUIRE (pwrite (stream, t->bytes, t->size, 0) == (ssize_t)t->size);
  REQUIRE (lseek (stream, 0, SEEK_SET) == 0);
  REQUIRE (cluster_line_open (line, dup (stream), dup (null_fd)) == 0);
}

/* T comes from the program, PASSED from another node.  */
static void
serve (const struct stream *t, const struct stream *passed)
{
  struct node_server *s = &node_server;
  struct cluster_line line;
  memset (s, 0, sizeof (*s));
  open_line (&s->line, t);
  if (node_start (s))
    {
      REQUIRE (node_serve (s) != 0);
      atomic_store (&s->ended.value, 0);
      open_line (&line, passed);
      REQUIRE (node_serve_peer (s, &line) != 0);
      cluster_line_close (&line);
    }
  node_stop (s);
  for (uint32_t i = 0; i < s->devices; i++)
    node_images_clear (&s->device[i]);
  free (s->device);
  cluster_line_close (&s->line);
  gomp_error_clear ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  static struct stream s, passed;
  if (devices == NULL)
    create_all ();
  s.size = 0;
  fate = (unsigned)size;
  passed.size = 0;
  for (unsigned i = fuzz_byte (&in) % 8; i > 0; i--)
    add_message (&passed, &in, CLUSTER_PASS);
  add_start (&s, &in);
  for (unsigned i = 0; i < DEVICES; i++)
    add_message (&s, &in, CLUSTER_OPEN);
  while (in.left > 0 && s.size < sizeof (s.bytes) / 2)
    add_message (&s, &in, choose_type (&in));
  serve (&s, &passed);
  return 0;
}
