/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plugin ends the program in one of its hooks, whose caller has mutexes of
   the device.  Exit handlers use the device, or wait for a thread that does:
   that works or is refused, and the program ends.  */

#define REGIONS(X) X (nothing)
#include "target.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin.h"

/* The child's results.  */
enum
{
  GOOD = 7,
  WRONG,
  NOT_DEAD
};

static void
nothing (void **slots)
{
  (void)slots;
}

/* CHILD dies in a hook.  If its exit handler waits for a mutex, the alarm ends
   it.  The child of a fork could not use a foreign plugin's device that its
   parent has found.  */
static bool
ends_in_time (void (*child) (void))
{
  int status;
  pid_t pid = fork ();
  if (pid == 0)
    {
      make_devices ();
      alarm (30);
      child ();
      _exit (NOT_DEAD);
    }
  return waitpid (pid, &status, 0) == pid && WIFEXITED (status)
         && WEXITSTATUS (status) == GOOD;
}

/* ---- Starting, and images.  */

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

static bool
is_refused (void)
{
  return gomp_device_open (device) == NULL
         && strstr (gomp_error_text (), "the program is ending") != NULL;
}

/* Unloading is not refused, it is of no use any more.  */
static void
use_again (void)
{
  bool refused = is_refused ();
  GOMP_offload_unregister_ver (1 << 16, host_table, TYPE, host_table);
  _exit (refused ? GOOD : WRONG);
}

static void
start_and_die (void)
{
  plugins[device].init_device = init_and_die;
  atexit (use_again);
  gomp_device_open (device);
}

static void
at_start (void)
{
  EXPECT (ends_in_time (start_and_die));
}

static void
load_image_and_die (void)
{
  plugins[device].load_image = load_and_die;
  atexit (use_again);
  gomp_device_open (device);
}

static void
at_an_image (void)
{
  EXPECT (ends_in_time (load_image_and_die));
}

/* ---- Another thread waits for the same device.  */

static pthread_t other;
static atomic_bool is_starting;

/* With the other one asleep, usually.  */
static bool
init_and_die_late (int n)
{
  is_starting = true;
  atomic_uint *sleepers
      = &gomp_device_table ()[device]->mutex.mutex.word.sleepers;
  for (int i = 0; i < 1000 && *sleepers == 0; i++)
    usleep (1000);
  return init_and_die (n);
}

static void
join_other (void)
{
  void *refused;
  _exit (pthread_join (other, &refused) == 0 && refused != NULL ? GOOD : WRONG);
}

static void *
open_too (void *arg)
{
  while (!is_starting)
    usleep (1000);
  return is_refused () ? arg : NULL;
}

static void
start_and_die_with_another (void)
{
  plugins[device].init_device = init_and_die_late;
  atexit (join_other);
  pthread_create (&other, NULL, open_too, plugins);
  gomp_device_open (device);
}

static void
at_start_with_another (void)
{
  EXPECT (ends_in_time (start_and_die_with_another));
}

/* ---- Copies.  */

static int mapped[4], *pointer = mapped;

static bool
write_and_die (int n, void *devptr, const void *host, size_t size)
{
  (void)devptr;
  (void)host;
  plugins[device].host2dev = host2dev;
  GOMP_PLUGIN_fatal ("%zu bytes do not reach device %d", size, n);
}

static void
map_pointer (void)
{
  clause (TO, mapped, sizeof (mapped));
  clause (TO, &pointer, sizeof (pointer));
  enter ();
}

static void
attach (void)
{
  clause (ATTACH, &pointer, 0);
  enter ();
}

/* With the pointer attached, or about to be.  */
static void
copy_again (void)
{
  attach ();
  clause (FROM, &pointer, sizeof (pointer));
  clause (DELETE, mapped, sizeof (mapped));
  leave ();
  _exit (GOOD);
}

static void *
copy_too (void *arg)
{
  clause (TO, mapped, sizeof (mapped));
  update ();
  return arg;
}

static void
copy_and_die (void)
{
  map_pointer ();
  plugins[device].host2dev = write_and_die;
  atexit (copy_again);
  copy_too (NULL);
}

static void
attach_and_die (void)
{
  map_pointer ();
  plugins[device].host2dev = write_and_die;
  atexit (copy_again);
  attach ();
}

/* The device's locks favour no thread any more.  */
static void
share_and_attach_and_die (void)
{
  map_pointer ();
  pthread_create (&other, NULL, copy_too, NULL);
  pthread_join (other, NULL);
  copy_too (NULL);
  attach_and_die ();
}

/* The exit handler waits for a thread that needs the lock of the dead copy.  */
static void
copy_in_another (void)
{
  pthread_create (&other, NULL, copy_too, plugins);
  join_other ();
}

static void
copy_and_die_before_another (void)
{
  map_pointer ();
  plugins[device].host2dev = write_and_die;
  atexit (copy_in_another);
  copy_too (NULL);
}

static void
in_a_copy (void)
{
  EXPECT (ends_in_time (copy_and_die));
}

static void
at_attaching (void)
{
  EXPECT (ends_in_time (attach_and_die));
}

static void
at_attaching_with_another (void)
{
  EXPECT (ends_in_time (share_and_attach_and_die));
}

static void
in_a_copy_before_another (void)
{
  EXPECT (ends_in_time (copy_and_die_before_another));
}

/* ---- The data of a mapping, which never come: whoever waits for them does not
   go on without them.  */

static atomic_bool is_copying, has_gone_on;

/* With the other one asleep, usually.  */
static bool
write_and_die_awaited (int n, void *devptr, const void *host, size_t size)
{
  is_copying = true;
  atomic_uint *waiters = &gomp_device_table ()[device]->map.waiters;
  for (int i = 0; i < 10000 && *waiters == 0; i++)
    usleep (1000);
  return write_and_die (n, devptr, host, size);
}

static void *
map_too (void *arg)
{
  while (!is_copying)
    usleep (1000);
  clause (TO, mapped, sizeof (mapped));
  enter ();
  has_gone_on = true;
  return arg;
}

static void
join_waiter (void)
{
  _exit (pthread_join (other, NULL) == 0 && !has_gone_on ? GOOD : WRONG);
}

static void
map_and_die (void)
{
  gomp_device_open (device);
  plugins[device].host2dev = write_and_die_awaited;
  atexit (join_waiter);
  pthread_create (&other, NULL, map_too, NULL);
  clause (TO, mapped, sizeof (mapped));
  enter ();
}

static void
at_mapping_with_another (void)
{
  EXPECT (ends_in_time (map_and_die));
}

/* ---- The end of a mapping, which never comes.  */

static bool
read_and_die (int n, void *host, const void *devptr, size_t size)
{
  (void)devptr;
  (void)host;
  plugins[device].dev2host = dev2host;
  GOMP_PLUGIN_fatal ("%zu bytes do not come from device %d", size, n);
}

static bool
region_is_refused (void)
{
  void *args[] = { NULL };
  const struct gomp_region region = { .device = device,
                                      .fn = host_nothing,
                                      .list = { clauses, hosts, sizes, kinds },
                                      .args = args };
  clauses = 0;
  return gomp_target_run (&region) == GOMP_CHOICE_ERROR
         && strstr (gomp_error_text (), "the program is ending") != NULL;
}

static void
map_again (void)
{
  clause (TO, mapped, sizeof (mapped));
  update ();
  clause (TOFROM, mapped, sizeof (mapped));
  bool refused = region_is_refused ();
  clause (STRUCT, mapped, 1);
  clause (TO, mapped, sizeof (mapped[0]));
  _exit (refused && region_is_refused () ? GOOD : WRONG);
}

static void
unmap_and_die (void)
{
  map_pointer ();
  plugins[device].dev2host = read_and_die;
  atexit (map_again);
  clause (FROM, mapped, sizeof (mapped));
  leave ();
}

static void
at_unmapping (void)
{
  EXPECT (ends_in_time (unmap_and_die));
}

/* ---- Two threads: the other one has a mutex, and its hook does not return
   either.  */

static atomic_bool other_attaches;

static bool
write_and_die_later (int n, void *devptr, const void *host, size_t size)
{
  other_attaches = true;
  while (!gomp_fatal_begun ())
    usleep (1000);
  return write_and_die (n, devptr, host, size);
}

static void *
attach_too (void *arg)
{
  attach ();
  return arg;
}

static void
run_and_die (int n, void *fn, void *variables, void **args)
{
  (void)fn;
  (void)variables;
  (void)args;
  while (!other_attaches)
    usleep (1000);
  GOMP_PLUGIN_fatal ("no region on device %d", n);
}

static void
attach_and_join (void)
{
  attach ();
  _exit (pthread_join (other, NULL) == 0 ? GOOD : WRONG);
}

static void
run_and_die_beside_another (void)
{
  map_pointer ();
  plugins[device].host2dev = write_and_die_later;
  plugins[device].run = run_and_die;
  atexit (attach_and_join);
  pthread_create (&other, NULL, attach_too, NULL);
  target (host_nothing);
}

static void
beside_another (void)
{
  EXPECT (ends_in_time (run_and_die_beside_another));
}

int
main (void)
{
  for (device = 0; device < 2; device++)
    {
      RUN (at_start);
      RUN (at_an_image);
      RUN (at_start_with_another);
    }
  /* The host copies to device 0 itself.  */
  device = 1;
  RUN (in_a_copy);
  RUN (at_attaching);
  RUN (at_attaching_with_another);
  RUN (in_a_copy_before_another);
  RUN (at_mapping_with_another);
  RUN (at_unmapping);
  RUN (beside_another);
  return check_done ();
}
