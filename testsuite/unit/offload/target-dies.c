/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plugin ends the program in one of its hooks, which has the device's mutex.
   An exit handler uses the device: that is refused, and the program ends.  */

#define REGIONS(X) X (nothing)
#include "target.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin.h"

static void
nothing (void **slots)
{
  (void)slots;
}

static bool
init_and_die (int n)
{
  GOMP_PLUGIN_fatal ("no device %d today", n);
}

static int
load_and_die (int n, unsigned v, const void *data, struct addr_pair **table)
{
  (void)v;
  (void)data;
  (void)table;
  GOMP_PLUGIN_fatal ("no image on device %d", n);
}

/* Unloading is not refused, it is of no use any more.  */
static void
use_again (void)
{
  bool refused
      = gomp_device_open (device) == NULL
        && strstr (gomp_error_text (), "the program is ending") != NULL;
  GOMP_offload_unregister_ver (1 << 16, host_table, TYPE, host_table);
  _exit (refused ? 7 : 8);
}

/* If the exit handler waits for the mutex, the alarm ends it.  The child of a
   fork could not use a foreign plugin's device that its parent has found.  */
static bool
ends_in_time (bool at_start)
{
  int status;
  pid_t child = fork ();
  if (child == 0)
    {
      make_devices ();
      if (at_start)
        plugins[device].init_device = init_and_die;
      else
        plugins[device].load_image = load_and_die;
      atexit (use_again);
      alarm (30);
      gomp_device_open (device);
      _exit (9);
    }
  return waitpid (child, &status, 0) == child && WIFEXITED (status)
         && WEXITSTATUS (status) == 7;
}

static void
at_start (void)
{
  EXPECT (ends_in_time (true));
}

static void
at_an_image (void)
{
  EXPECT (ends_in_time (false));
}

int
main (void)
{
  for (device = 0; device < 2; device++)
    {
      RUN (at_start);
      RUN (at_an_image);
    }
  return check_done ();
}
