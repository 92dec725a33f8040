/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device program: x86emul-device --window=START,SIZE, started by
   libgomp-plugin-x86emul with a stream to the host as descriptor 3.

   The main thread sets everything up, then answers the host's requests until
   the host wants the end or is gone.  Regions run on the threads of
   server.c.  */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/tsan.h"
#include "os/channel.h"
#include "os/memory.h"
#include "os/process.h"
#include "output.h"
#include "target/address_window.h"
#include "target/borrow.h"
#include "target/check.h"
#include "target/fault.h"
#include "target/image.h"
#include "target/memory.h"
#include "target/poison.h"
#include "target/populate.h"
#include "target/process.h"
#include "target/sanitizer_report.h"
#include "target/sanitizers.h"
#include "target/server.h"
#include "target/signals.h"
#include "target/trace.h"

/* The default size of device memory under valgrind.  Valgrind looks at all of
   it, and takes very long over each page that faults; so there all memory is
   accessible from the start.  */
#define VALGRIND_MEM (256ull << 20)
/* And under ThreadSanitizer, which allows memory in few ranges.  */
#define TSAN_MEM (64ull << 30)
static uint64_t arena_backed;

/* Unused address space before and after the control block.  */
#define CONTROL_GUARD (1ull << 20)

/* The environment variable in which the program counts how often it has
   restarted itself.  */
#define ATTEMPT_VARIABLE "OFFGOMP_EMUL_ATTEMPT"

/* If descriptors 0 to 2 are closed, open them, so that no other file gets these
   numbers.  */
static void
fill_standard_descriptors (void)
{
  int fd;
  do
    fd = open ("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO);
  os_close (&fd);
}

static unsigned
attempt_number (void)
{
  const char *text = getenv (ATTEMPT_VARIABLE);
  return text != NULL ? (unsigned)atoi (text) : 0;
}

static void
restart (char **argv, unsigned attempt)
{
  char text[16];
  snprintf (text, sizeof (text), "%u", attempt + 1);
  setenv (ATTEMPT_VARIABLE, text, 1);
  os_signals_block (NULL);
  os_process_restart (argv, attempt % 2 == 1);
  x86emul_process_leave ();
}

static void
send_hello (bool window_shut, const struct x86emul_range *ranges,
            unsigned count)
{
  struct x86emul_hello hello = { .magic = X86EMUL_PROTO_MAGIC,
                                 .version = X86EMUL_PROTO_VERSION,
                                 .process = x86emul_process.process,
                                 .attempt = attempt_number (),
                                 .window_shut = window_shut,
                                 .page_size = os_page_size () };
  struct x86emul_outgoing message
      = { .type = X86EMUL_HELLO,
          .part = { { &hello, sizeof (hello) },
                    { ranges, window_shut ? count * sizeof (*ranges) : 0 } } };
  x86emul_process_answer (&message);
}

static void
receive (struct x86emul_incoming *message)
{
  if (x86emul_message_receive (os_held_get (&x86emul_process.stream), message)
      != 0)
    x86emul_process_leave ();
}

/* Map the arena: SIZE bytes, or as many as there is room for.  If SHADOW_FD is
   the memory of its states, map these, too.  */
static void
map_arena (uint64_t size, int arena_fd, int shadow_fd, uint64_t window_start)
{
  struct x86emul_process *d = &x86emul_process;
  void *p;
  for (;; size = d->arena_size / 2)
    {
      d->arena_size
          = x86emul_address_window_map (window_start, arena_fd, size, &p);
      d->arena = p;
      if (d->arena_size == 0 || shadow_fd < 0)
        return;
      if (os_shared_map (shadow_fd, 0, d->arena_size,
                         OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
          == 0)
        break;
      os_unmap (d->arena, d->arena_size);
    }
  d->shadow = p;
}

/* Map the logs, at START of the memory of states.  Without them the checker
   looks for no races.  */
static void
map_logs (int shadow_fd, uint64_t start)
{
  void *p;
  if (start != 0
      && os_shared_map (shadow_fd, start, sizeof (struct x86emul_access_logs),
                        OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
             == 0)
    x86emul_process.logs = p;
}

/* Map the control block with unused address space around it: stores that run
   past the end or the start of other memory fault there.  */
static bool
map_control (int fd, uint64_t size)
{
  void *p = NULL, *where = NULL;
  if (os_reserve_any (size + 2 * CONTROL_GUARD, &where) == 0)
    where = (char *)where + CONTROL_GUARD;
  if (os_shared_map (fd, 0, size, OS_PROT_READ | OS_PROT_WRITE, where, &p) != 0)
    return false;
  x86emul_process.control = p;
  return true;
}

static bool
map_memory (const struct x86emul_welcome *welcome, const int *fds,
            int shadow_fd, uint64_t window_start)
{
  if (!map_control (fds[0], welcome->control_size))
    return false;
  uint64_t size = welcome->arena_size;
  bool valgrind = os_process_under_valgrind ();
  if (valgrind && !welcome->size_chosen && size > VALGRIND_MEM)
    size = VALGRIND_MEM;
  if (gomp_tsan_is_there () && !welcome->size_chosen && size > TSAN_MEM)
    size = TSAN_MEM;
  map_arena (size, fds[1], shadow_fd, window_start);
  if (shadow_fd >= 0)
    map_logs (shadow_fd, welcome->logs);
  size = x86emul_process.arena_size;
  if (valgrind)
    arena_backed = size;
  return size != 0;
}

/* Load the runtime of this device: the host's libgomp, set up as a device.  A
   libgomp other than ours does not know that it can be a device; most things
   work nevertheless.  */
static bool
load_runtime (const struct x86emul_welcome *welcome, const char *path)
{
  void *libgomp = dlopen (path, RTLD_NOW | RTLD_GLOBAL);
  if (libgomp == NULL)
    {
      x86emul_process_answer_error ("%s", dlerror ());
      return false;
    }
  void (*enter) (int, int)
      = (void (*) (int, int))dlsym (libgomp, "offgomp_device_enter");
  if (enter != NULL)
    enter (welcome->device_number, welcome->device_count);
  x86emul_server_init (libgomp);
  x86emul_trace_init (libgomp);
  return true;
}

/* Start the thread of SLOT; false: an error was sent to the host.  */
static bool
start_server (unsigned slot)
{
  int r = x86emul_server_start (slot);
  if (r != 0)
    x86emul_process_answer_error ("the device cannot start a thread: %s",
                                  strerror (r));
  return r == 0;
}

static bool
set_up (const struct x86emul_incoming *m, uint64_t window_start)
{
  const struct x86emul_welcome *welcome = m->payload;
  if (m->head.type != X86EMUL_WELCOME || m->head.size < sizeof (*welcome)
      || m->fd_count != 3 + welcome->checked + welcome->poisoned)
    x86emul_process_leave ();
  int shadow_fd = welcome->checked ? m->fds[3] : -1;
  int poison_fd = welcome->poisoned ? m->fds[3 + welcome->checked] : -1;
  int fds[] = { m->fds[0], m->fds[1], m->fds[2] };
  os_migrate_away (&fds[1]);
  os_migrate_away (&fds[2]);
  os_held_set (&x86emul_process.arena_memory, fds[1]);
  os_held_set (&x86emul_process.event, fds[2]);
  x86emul_process.host = welcome->host_process;
  x86emul_process.first_number = welcome->first_number;
  if (!map_memory (welcome, fds, shadow_fd, window_start))
    {
      x86emul_process_answer_error (
          "no address space for device memory of %llu bytes",
          (unsigned long long)welcome->arena_size);
      return false;
    }
  if (poison_fd >= 0)
    x86emul_poison_map (poison_fd);
  if (welcome->lent && window_start != 0)
    x86emul_borrow_start (welcome->host_process);
  os_close (&fds[0]);
  os_close (&shadow_fd);
  os_close (&poison_fd);
  if (!x86emul_image_can_load ())
    {
      x86emul_process_answer_error (
          "device images can be loaded only where /proc is "
          "mounted");
      return false;
    }
  x86emul_fault_init ();
  x86emul_sanitizer_report_init ();
  return load_runtime (welcome, (const char *)(welcome + 1))
         && start_server (0);
}

static void
send_ready (void)
{
  struct x86emul_ready ready
      = { .arena_start = (uintptr_t)x86emul_process.arena,
          .arena_size = x86emul_process.arena_size,
          .arena_backed = arena_backed };
  struct x86emul_outgoing message
      = { .type = X86EMUL_READY, .part = { { &ready, sizeof (ready) } } };
  x86emul_process_answer (&message);
}

static void
handle_serve (const struct x86emul_incoming *request)
{
  const struct x86emul_serve *serve = request->payload;
  struct x86emul_outgoing message = { .type = X86EMUL_SERVING };
  if (serve->slot >= X86EMUL_SLOTS)
    x86emul_process_leave ();
  if (start_server (serve->slot))
    x86emul_process_answer (&message);
}

static void
handle_guard (const struct x86emul_incoming *request)
{
  const struct x86emul_guard *guard = request->payload;
  int r = os_protect (x86emul_process.arena + guard->offset, guard->size,
                      guard->accessible ? OS_PROT_READ | OS_PROT_WRITE : 0);
  struct x86emul_outgoing message = { .type = X86EMUL_GUARDED };
  if (r == 0)
    x86emul_process_answer (&message);
  else
    x86emul_process_answer_error (
        "the device cannot change the protection of memory: "
        "%s",
        strerror (r));
}

static void
handle_populate (const struct x86emul_incoming *request)
{
  if (request->head.size < sizeof (struct x86emul_populate)
      || !x86emul_populate (request->payload))
    x86emul_process_leave ();
}

static void
quit (void)
{
  x86emul_process.quitting = true;
  x86emul_image_end_all ();
  exit (EXIT_SUCCESS);
}

static void
handle (struct x86emul_incoming *request)
{
  switch (request->head.type)
    {
    case X86EMUL_LOAD:
      x86emul_image_load (request);
      break;
    case X86EMUL_UNLOAD:
      x86emul_image_unload (request);
      break;
    case X86EMUL_SERVE:
      handle_serve (request);
      break;
    case X86EMUL_GUARD:
      handle_guard (request);
      break;
    case X86EMUL_TRACE:
      x86emul_trace_start (request);
      break;
    case X86EMUL_POPULATE:
      handle_populate (request);
      break;
    case X86EMUL_LOOK:
      x86emul_server_look ();
      break;
    case X86EMUL_QUIT:
      quit ();
      break;
    default:
      x86emul_process_leave ();
    }
}

int
main (int argc, char **argv)
{
  unsigned long long start = 0;
  unsigned long long size = 0;
  const struct x86emul_range *ranges = NULL;
  unsigned count = 0;
  if (argc != 2 || sscanf (argv[1], "--window=%lli,%lli", &start, &size) != 2)
    {
      fprintf (stderr,
               "%s: started by libgomp-plugin-x86emul.so.1, not by "
               "hand\n",
               argv[0]);
      return EXIT_FAILURE;
    }
  x86emul_sanitizers_init (argv);
  fill_standard_descriptors ();
  x86emul_process.process = os_process_id ();
  x86emul_signals_init ();
  /* If the host has ended before this call, the stream has ended, too.  */
  os_process_die_with_parent (0);
  bool window_shut
      = size != 0 && !os_process_under_valgrind ()
        && x86emul_address_window_shut (start, size, &ranges, &count);
  os_held_set (&x86emul_process.stream, X86EMUL_STREAM_FD);
  send_hello (window_shut, ranges, count);
  struct x86emul_incoming request;
  receive (&request);
  if (request.head.type == X86EMUL_RESTART)
    restart (argv, attempt_number ());
  unsetenv (ATTEMPT_VARIABLE);
  x86emul_sanitizers_forget ();
  /* Move the stream to a high number: a region may use low numbers, which mean
     files on the host.  */
  int stream = X86EMUL_STREAM_FD;
  os_migrate_away (&stream);
  os_held_set (&x86emul_process.stream, stream);
  bool ready = set_up (&request, window_shut ? start : 0);
  x86emul_message_free (&request);
  /* The error was sent already: the exit handler must not report again.  */
  x86emul_process.quitting = !ready;
  if (!ready)
    return EXIT_FAILURE;
  send_ready ();
  for (;;)
    {
      x86emul_signals_await ();
      receive (&request);
      x86emul_server_order ();
      x86emul_memory_follow ();
      handle (&request);
      x86emul_message_free (&request);
    }
}
