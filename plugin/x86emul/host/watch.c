/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The monitor thread of a device; see watch.h.

   The thread blocks all signals and lives as long as the device, because the
   kernel ends the device with the thread that started it.  It sleeps in poll
   until the device writes the record of its end, or ends.  Then it marks the
   device as failed and wakes all threads that wait for the device.  It never
   prints and takes no lock.  A change of the process's user or groups also
   wakes it: it then ends the device.

   After the device is started, the thread has a separate table of descriptors.
   So the thread goes on, and the device is not abandoned, if the program closes
   descriptors that are not its own.  If the system does not allow this, the
   thread checks descriptors before each use.  */

#include "host/watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/tsan.h"
#include "host/device.h"
#include "host/failure.h"
#include "host/libgomp_symbols.h"
#include "host/mappings.h"
#include "host/monitor.h"
#include "host/sanitizers.h"
#include "os/channel.h"
#include "os/cpu.h"
#include "os/process.h"
#include "plugin.h"

/* How often to look if the system cannot watch a process, and until a stopped
   device runs again.  */
#define POLL_MS 20

/* The words of a mask of CPUs: enough for 16384.  */
#define MASK_WORDS 256

extern char **environ;

/* Argument and environment of the device program.  */
struct command
{
  char **argv;        /* wrapper, program, window */
  char **environment; /* the host's, except what concerns only the host */
  char *preload;      /* the one of these that names sanitizers; malloced, or
                         NULL */
  char window[64];    /* the argument --window=START,SIZE */
};

static bool
concerns_host (const char *variable)
{
  static const char *const names[]
      = { "OMP_DISPLAY_ENV=", "OMP_TARGET_OFFLOAD=", "OFFLOAD_EMUL_RUN=",
          X86EMUL_PRELOAD "=" };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (names); i++)
    if (strncmp (variable, names[i], strlen (names[i])) == 0)
      return true;
  return false;
}

/* The device process loads the same libgomp as the host.  A libgomp other than
   ours must not look for devices there, so offloading is disabled; ours reads
   its variables once it knows which device it is.  */
static char **
copy_environment (char *preload)
{
  size_t count = 0;
  while (environ[count] != NULL)
    count++;
  char **copy = GOMP_PLUGIN_malloc ((count + 4) * sizeof (*copy));
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (!concerns_host (environ[i]))
      copy[n++] = environ[i];
  if (preload != NULL)
    copy[n++] = preload;
  copy[n++] = (char *)(uintptr_t) "OMP_TARGET_OFFLOAD=disabled";
  copy[n++] = (char *)(uintptr_t)(os_process_is_secure ()
                                      ? "OFFGOMP_DEVICE_PROCESS=distrust"
                                      : "OFFGOMP_DEVICE_PROCESS=1");
  copy[n] = NULL;
  return copy;
}

static void
make_command (struct command *c, const struct x86emul_device *d,
              const char *program)
{
  char **wrapper = d->options->wrapper;
  size_t words = 0;
  while (wrapper[words] != NULL)
    words++;
  c->argv = GOMP_PLUGIN_malloc ((words + 3) * sizeof (*c->argv));
  memcpy (c->argv, wrapper, words * sizeof (*c->argv));
  snprintf (c->window, sizeof (c->window), "--window=0x%llx,0x%llx",
            (unsigned long long)d->memory.window.start,
            (unsigned long long)d->memory.window.size);
  c->argv[words] = (char *)(uintptr_t)program;
  c->argv[words + 1] = c->window;
  c->argv[words + 2] = NULL;
  c->preload = x86emul_sanitizers_preload ();
  c->environment = copy_environment (c->preload);
}

static void
free_command (struct command *c)
{
  free (c->argv);
  free (c->preload);
  free (c->environment);
}

/* End all launches; new ones find the condition changed.  A device thread that
   lives on for a moment may still end a launch properly, and overwrite what is
   stored here.  So this is called again when the process has ended.  */
static void
mark_failed (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in x86emul_lifecycle_stop.  */
  if (atomic_load_explicit (&d->stopping, memory_order_acquire))
    return;
  unsigned up = X86EMUL_UP;
  /* Sequentially consistent: a thread that claims a slot after this sees
     it.  */
  atomic_compare_exchange_strong (&d->condition, &up, X86EMUL_FAILED);
  for (unsigned i = 0; i < X86EMUL_SLOTS; i++)
    {
      struct gomp_wait_word *done = &d->channel.control->slots[i].done;
      atomic_store (&done->value, X86EMUL_DEAD);
      gomp_wait_rouse (done, GOMP_WAIT_SHARED);
    }
  atomic_fetch_add (&d->channel.control->async_done.value, 1);
  gomp_wait_rouse (&d->channel.control->async_done, GOMP_WAIT_SHARED);
}

static void
take_last_words (struct x86emul_device *d)
{
  struct gomp_wait_word *seen = &d->channel.control->fault.seen;
  if (!x86emul_failure_keep_record (d))
    return;
  d->failure.mappings = x86emul_mappings_copy (d->monitor.process);
  mark_failed (d);
  atomic_store (&seen->value, 1);
  gomp_wait_rouse (seen, GOMP_WAIT_SHARED);
}

/* Continue the device if it has stopped itself because this process was
   stopped.  It may run already, if the whole process group was continued.  */
static bool
wake_device (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in the device's stop.  */
  if (atomic_load_explicit (&d->channel.control->stopped, memory_order_acquire)
      == 0)
    return false;
  os_process_continue (d->monitor.process);
  return true;
}

/* The descriptors that the monitor waits for.  */
struct watched
{
  int fd[3]; /* event, stream, process; -1: closed, or the system has none */
  struct os_held event;
  struct os_held stream;
};

/* Give this thread its own table of descriptors, with the event and a copy of
   the stream.  The starting thread, which still waits, then closes the
   event.  */
static void
separate (struct x86emul_device *d, struct watched *w)
{
  w->event = d->monitor.event;
  w->stream = d->channel.stream;
  const int kept[] = { d->monitor.event.fd, d->channel.stream.fd };
  d->monitor.apart = os_held_apart (kept, GOMP_ARRAY_SIZE (kept)) == 0;
}

/* Watch the process by a descriptor only if this thread has its own table: in a
   shared table another file may get the descriptor's number.  Otherwise the
   thread looks for the process's end from time to time.  */
static void
open_watched (struct x86emul_device *d, struct watched *w)
{
  w->fd[0] = w->event.fd;
  w->fd[1] = w->stream.fd;
  w->fd[2] = d->monitor.apart ? os_child_watch (&d->monitor.child) : -1;
}

/* Wait until a descriptor is readable, and return a mask of these.  AGAIN: look
   again after a while in any case.  */
static unsigned
wait_for_news (struct watched *w, bool again)
{
  if (w->fd[0] >= 0)
    w->fd[0] = os_held_get (&w->event);
  if (w->fd[1] >= 0)
    w->fd[1] = os_held_get (&w->stream);
  again |= w->fd[1] < 0 || w->fd[2] < 0;
  return os_wait_readable (w->fd, 3, 1u << 1, again ? POLL_MS : -1);
}

/* A device must not keep rights that this process has given up, whether it is
   used or not: a change of rights wakes the monitor.  If the process later
   takes the rights back, its next launch still reports the change.  */
static void
look_for_change (struct x86emul_device *d)
{
  if (os_rights_renew (&d->monitor.watch, &d->monitor.rights) != OS_RIGHTS_GONE
      || atomic_exchange (&d->failure.rights_changed, true))
    return;
  mark_failed (d);
  x86emul_monitor_kill_now (d);
}

/* Watch until the process has ended.  A wrapper may outlive the device: then
   the end of the stream shows that the device has ended.  */
static void
watch (struct x86emul_device *d, struct watched *w)
{
  int status;
  open_watched (d, w);
  for (;;)
    {
      bool again = wake_device (d);
      look_for_change (d);
      unsigned ready = wait_for_news (w, again);
      if (ready & 1 && !os_event_clear (w->fd[0]))
        w->fd[0] = -1;
      if (ready & 1)
        take_last_words (d);
      /* Look at this before killing: the number of a process that has ended may
         belong to another one.  */
      if (os_child_ended (&d->monitor.child, &status))
        break;
      /* Acquire: pairs with the release in x86emul_monitor_kill.  */
      if (atomic_load_explicit (&d->monitor.unwanted, memory_order_acquire))
        x86emul_monitor_kill_now (d);
      if (ready & 2)
        {
          w->fd[1] = -1;
          if (d->options->wrapper[0] != NULL)
            mark_failed (d);
        }
    }
  /* Pairs with the load in x86emul_failure_gather, which may come at any
     time.  */
  atomic_store (&d->monitor.exit_status, status);
  os_close (&w->fd[2]);
}

/* The data that the starting thread passes.  It waits until the data are no
   longer needed.  */
struct start
{
  struct x86emul_device *d; /* whose process to start */
  const char *program;      /* path */
};

/* Give the device the CPUs of the program: libgomp may have bound the starting
   thread to one of them.  */
static void
spread (void)
{
  unsigned long mask[MASK_WORDS];
  __typeof__ (&offgomp_process_cpus) cpus
      = (__typeof__ (cpus))x86emul_libgomp_symbol ("offgomp_process_cpus");
  size_t words = cpus != NULL ? cpus (mask, MASK_WORDS) : 0;
  if (words != 0 && words <= MASK_WORDS)
    os_bind_thread (0, mask, words);
}

static void *
run_monitor (void *data)
{
  const struct start *start = data;
  struct x86emul_device *d = start->d;
  struct command c;
  spread ();
  os_rights_read (&d->monitor.rights);
  os_rights_watch (&d->monitor.watch);
  make_command (&c, d, start->program);
  d->monitor.spawn_error = os_child_start (
      c.argv, c.environment, d->channel.device_end, X86EMUL_STREAM_FD,
      c.argv[0] == start->program, &d->monitor.child);
  os_close (&d->channel.device_end);
  free_command (&c);
  bool failed = d->monitor.spawn_error != 0;
  struct watched w;
  if (!failed)
    separate (d, &w);
  /* The spawn has read the other thread's stack.  */
  gomp_tsan_release (&d->monitor.spawned);
  gomp_wait_set (&d->monitor.spawned, failed ? 2 : 1, GOMP_WAIT_PRIVATE);
  if (failed)
    return NULL;
  watch (d, &w);
  take_last_words (d);
  mark_failed (d);
  gomp_wait_set (&d->monitor.ended, 1, GOMP_WAIT_PRIVATE);
  return NULL;
}

enum gomp_status
x86emul_watch_start (struct x86emul_device *d, const char *program)
{
  struct start start = { .d = d, .program = program };
  atomic_store (&d->monitor.spawned.value, 0);
  atomic_store (&d->monitor.ended.value, 0);
  int r = os_thread_start (run_monitor, &start, 0, &d->monitor.thread);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                             "cannot start a thread for device %d (x86emul)",
                             d->number);
  unsigned spawned
      = gomp_wait_sleep (&d->monitor.spawned, 0, GOMP_WAIT_PRIVATE, -1);
  gomp_tsan_acquire (&d->monitor.spawned);
  if (spawned == 1)
    {
      if (d->monitor.apart)
        os_held_close (&d->monitor.event);
      return GOMP_OK;
    }
  pthread_join ((pthread_t)d->monitor.thread, NULL);
  const char *wrapper = d->options->wrapper[0];
  return gomp_error_errno (GOMP_ERR_SYSTEM, d->monitor.spawn_error,
                           "cannot start device %d (x86emul): '%s'%s",
                           d->number, wrapper != NULL ? wrapper : program,
                           wrapper != NULL ? " of OFFLOAD_EMUL_RUN" : "");
}

void
x86emul_watch_stop (struct x86emul_device *d)
{
  x86emul_monitor_kill (d);
  pthread_join ((pthread_t)d->monitor.thread, NULL);
}
