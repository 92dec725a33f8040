/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Signals that come to the device's process from outside; see signals.h.

   They come to the host as well: a process signals the process group, or the
   user types Ctrl-C.  The host decides their effect on the program; it may
   ignore or handle them, and the device ends with it anyway.  So here they have
   no effect, except signals that stop: if they stop the host, the device stops
   itself.  It first informs the host, which continues earlier and then wakes
   the device.

   Signals that a region causes in its own process, by raise, alarm or a broken
   pipe, have their usual effect.  So have signals of the parent, if that is a
   command by which the user runs the device.

   Owns the event for a requested stop; the main thread waits here, the handler
   runs on any thread.  */

#include "target/signals.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/process.h"
#include "target/fault.h"
#include "target/process.h"
#include "target/signal_origin.h"

/* After a signal to stop, look so often and so many times whether the host has
   stopped.  */
#define LOOK_MS 10
#define LOOKS 100

/* The two ends of the event: signalled and seen.  */
static struct os_held stop_ends[2] = { { .fd = -1 }, { .fd = -1 } };
/* Looks at the host that are left; the main thread's.  */
static unsigned looks;

static void
handle (int number, siginfo_t *info, void *context)
{
  int saved = errno;
  bool is_device = os_process_id () == x86emul_process.process;
  bool foreign = is_device && x86emul_signal_is_foreign (info);
  if (foreign && x86emul_signal_is_stop (number))
    os_event_signal (os_held_get (&stop_ends[0]));
  else if (x86emul_signal_is_stop (number))
    raise (SIGSTOP);
  else if (!foreign)
    {
      x86emul_fault_report (number, info, context);
      signal (number, SIG_DFL);
      raise (number);
    }
  errno = saved;
}

/* Signals whose default is to do nothing, or that fault.c handles, or that
   cannot be handled.  */
static bool
is_left_alone (int number)
{
  static const int left[]
      = { SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG,  SIGWINCH,
          SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGSYS };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (left); i++)
    if (number == left[i])
      return true;
  return false;
}

void
x86emul_signals_init (void)
{
  struct sigaction action
      = { .sa_sigaction = handle,
          .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };
  sigemptyset (&action.sa_mask);
  int ends[2] = { -1, -1 };
  if (os_channel_pair (ends) == 0)
    {
      os_migrate_away (&ends[0]);
      os_migrate_away (&ends[1]);
    }
  os_held_set (&stop_ends[0], ends[0]);
  os_held_set (&stop_ends[1], ends[1]);
  for (int i = 1; i <= SIGRTMAX; i++)
    if (!is_left_alone (i))
      sigaction (i, &action, NULL);
  sigset_t none;
  sigemptyset (&none);
  os_signals_restore (&none);
}

/* Stop with the host.  Release, both: pair with the acquire in the host's
   wake_device, which goes on waking until this process says that it runs.  */
static void
stop (void)
{
  atomic_uint *stopped = &x86emul_process.control->stopped;
  atomic_store_explicit (stopped, 1, memory_order_release);
  os_event_signal (os_held_get (&x86emul_process.event));
  raise (SIGSTOP);
  atomic_store_explicit (stopped, 0, memory_order_release);
}

void
x86emul_signals_await (void)
{
  for (;;)
    {
      const int fds[] = { os_held_get (&x86emul_process.stream),
                          os_held_get (&stop_ends[1]) };
      unsigned ready = os_wait_readable (fds, 2, 0, looks > 0 ? LOOK_MS : -1);
      if (ready & 2)
        {
          os_event_clear (fds[1]);
          looks = LOOKS;
        }
      if (looks > 0 && os_process_is_stopped (x86emul_process.host))
        {
          looks = 0;
          stop ();
        }
      if (ready & 1)
        return;
      looks -= looks > 0;
    }
}
