/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device table, built when it is first needed.  Plugins are loaded
   in the order of the compiled-in list, the devices of one plugin are
   consecutive, and plugins without OpenMP are left out.

   Emulated devices count only for a process that has, or had, an image for
   them: otherwise their memory would only hide data from regions, which the
   host runs.  An image may come after the table was built (dlopen).  The first
   one for emulated devices appends these to the table.  No number changes,
   except the host's, which is the number of devices.  A thread that registers
   an image may hold the dynamic linker's lock, which loading a plugin needs, so
   it takes no lock of this module: it marks the table as unknown again, and the
   next construct extends it.  Devices still count when the last image is gone,
   since data may be there.

   gomp_offload_state.mutex protects the building of the table.  Afterwards it
   is read without a lock.

   The child of a fork cannot use devices that the parent had initialised, but
   can use others.  */

#include "offload/device/device_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/uncancelled.h"
#include "icv/icv.h"
#include "offload/device/refusals.h"
#include "offload/device/requires.h"
#include "offload/device/select.h"
#include "os/origin.h"
#include "os/process.h"
#include "team/device_region.h"
#include "team/self.h"

/* The plugins to try without OFFGOMP_PLUGINS, in this order: those of this
   package, GCC's, emulated devices.  If the user names other machines, the
   emulated devices are there; if target RTLs of LLVM, theirs come before.  */
#define PLUGINS ACCELERATORS ",gcn," EMULATORS
#define PLUGINS_WITH_RTLS ACCELERATORS ",gcn,rtl," EMULATORS
#define PLUGINS_WITH_HOSTS ACCELERATORS ",gcn,cluster"
#define PLUGINS_WITH_RTLS_HOSTS ACCELERATORS ",gcn,rtl,cluster"
/* Emulated devices that share the memory of the program.  */
#define SHARED "shared"
#define PLUGINS_SHARED ACCELERATORS ",gcn," SHARED

/* Those of emulated devices, and the types of device of their images.  */
static const struct emulator
{
  const char *name;
  int type;
} emulators[] = { EMULATOR_ROWS };

static const struct device_list no_devices;

struct offload_state gomp_offload_state
    = { .list = &no_devices, .own_number = -1 };

/* ---- Building the table.  */

/* All existing devices, some of them new.  */
struct accessible
{
  struct gomp_device **devices;
  int count;
  int first; /* new one */
};

struct gomp_device *const *
gomp_device_table (void)
{
  return table_list ()->devices;
}

int
gomp_device_known (void)
{
  return table_list ()->count;
}

static bool
add_device (struct accessible *all, struct gomp_plugin *plugin, int ordinal)
{
  struct gomp_device *device
      = gomp_alloc_aligned (_Alignof(struct gomp_device), sizeof (*device));
  if (device == NULL)
    return false;
  memset (device, 0, sizeof (*device));
  device->plugin = plugin;
  device->ordinal = ordinal;
  device->number = -1;
  device->accessible = all->count;
  all->devices = gomp_xrealloc (all->devices, ((size_t)all->count + 1)
                                                  * sizeof (all->devices[0]));
  all->devices[all->count++] = device;
  return true;
}

static void
add_plugin (struct accessible *all, const char *name, int length)
{
  struct gomp_plugin *plugin = gomp_plugin_load (name, length);
  if (plugin == NULL)
    return;
  if ((plugin->capabilities & GOMP_CAP_OPENMP_400) == 0)
    {
      gomp_refusals_add ("plugin %s: not for OpenMP", plugin->name);
      return;
    }
  unsigned lacking = gomp_requires_lacking (plugin);
  if (lacking != 0)
    {
      char text[GOMP_REQUIRES_TEXT_MAX];
      bool forbidden = gomp_icv_globals ()->offload_shared == 0
                       && gomp_requires_shares (-1)
                       && plugin->type == emulators[0].type;
      gomp_refusals_add ("plugin %s: devices present but 'omp requires %s' "
                         "cannot be fulfilled%s",
                         plugin->name, gomp_requires_text (lacking, text),
                         forbidden ? ": OFFLOAD_EMUL_SHARED is 0" : "");
      return;
    }
  for (int i = 0; i < plugin->device_count; i++)
    if (!add_device (all, plugin, i))
      return;
}

static const char *
plugin_names (void)
{
  const char *names = gomp_icv_globals ()->plugins;
  if (names != NULL)
    return names;
  bool rtls = gomp_icv_globals ()->rtls != NULL;
  if (gomp_icv_globals ()->hosts != NULL)
    return rtls ? PLUGINS_WITH_RTLS_HOSTS : PLUGINS_WITH_HOSTS;
  /* The checker compares what a region uses with what it maps, so it takes a
     device with memory of its own.  */
  if (gomp_requires_shares (gomp_icv_globals ()->offload_shared)
      && gomp_icv_globals ()->offload_check == 0)
    return PLUGINS_SHARED;
  return rtls ? PLUGINS_WITH_RTLS : PLUGINS;
}

static bool
is_emulator (const char *name, int length)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (emulators); i++)
    if (length == (int)strlen (emulators[i].name)
        && memcmp (name, emulators[i].name, (size_t)length) == 0)
      return true;
  return false;
}

/* Do emulated devices count: is there an image for them, or does someone want
   to see all devices?  */
static bool
counts_emulated (void)
{
  if (atomic_load (&gomp_offload_state.wants_emulated))
    return true;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (emulators); i++)
    if (gomp_image_is_for (emulators[i].type))
      return true;
  return false;
}

/* All plugins that were not TRIED; those of emulated devices only if
   EMULATED.  */
static void
load_plugins (struct accessible *all, enum tried tried, bool emulated)
{
  const char *name = plugin_names ();
  while (*name != '\0')
    {
      int length = (int)strcspn (name, ",");
      if (is_emulator (name, length) ? emulated : tried == TRIED_NONE)
        add_plugin (all, name, length);
      name += length + (name[length] == ',');
    }
}

/* Emulated devices are no part of the table.  */
static void
explain_no_code (void)
{
  const char *names = plugin_names ();
  bool emulates
      = strstr (names, EMULATORS) != NULL || strstr (names, SHARED) != NULL;
  if (gomp_observe_offload () && emulates)
    gomp_observe_lacks ("plugin " EMULATORS ": " GOMP_NO_IMAGE);
}

/* False: there is no device, and never will be.  */
static bool
may_have_devices (void)
{
  if (gomp_icv_globals ()->target_offload == GOMP_OFFLOAD_DISABLED)
    gomp_refusals_add ("OMP_TARGET_OFFLOAD is set to DISABLED: no plugin was "
                       "tried");
  else if (os_process_is_static ())
    gomp_refusals_add ("the program is linked statically: no plugin was tried");
  else
    return true;
  return false;
}

static struct gomp_device **
copy_accessible (const struct device_list *list)
{
  size_t size = (size_t)list->accessible_count * sizeof (list->accessible[0]);
  struct gomp_device **copy = gomp_xalloc (size + 1);
  if (size > 0)
    memcpy (copy, list->accessible, size);
  return copy;
}

/* OLD with the additional devices of ALL: those for the program are appended to
   the table.  */
static struct device_list *
append_devices (const struct device_list *old, const struct accessible *all)
{
  struct device_list *list = gomp_xalloc (
      sizeof (*list) + (size_t)all->count * sizeof (list->devices[0]));
  *list = (struct device_list){ .accessible_count = all->count,
                                .accessible = all->devices };
  for (int i = 0; i < old->count; i++)
    list->devices[i] = old->devices[i];
  list->count = gomp_select_devices (all->devices, all->first, all->count,
                                     list->devices, old->count);
  for (int i = old->count; gomp_observe_offload () && i < list->count; i++)
    gomp_observe_found (list->devices[i]);
  return list;
}

/* The calling thread ends the program, perhaps in a plugin's hook: for exit
   handlers, and for threads that they wait for.  */
static void
give_back_mutexes (void)
{
  struct offload_state *s = &gomp_offload_state;
  const struct device_list *list = table_list ();
  gomp_hook_abandon (&s->mutex);
  for (int i = 0; i < list->accessible_count; i++)
    {
      struct gomp_device *device = list->accessible[i];
      gomp_hook_abandon (&device->mutex);
      if (gomp_hook_is_held (&device->attaching.holder))
        gomp_hook_unlock (&device->attaching);
      if (gomp_hook_is_held (&device->serial.holder))
        gomp_hook_biased_unlock (&device->serial);
      gomp_map_wake (&device->map);
    }
}

static struct gomp_at_fatal at_fatal
    = { .give_back = give_back_mutexes, .leave = gomp_wait_for_end };

/* Try the plugins that may have devices for the program, and were not tried
   yet.  */
static void
extend_table (struct offload_state *s)
{
  const struct device_list *old = atomic_load (&s->list);
  bool emulated = counts_emulated ();
  if (old->tried == TRIED_ALL
      || (old->tried == TRIED_ACCELERATORS && !emulated))
    return;
  struct accessible all = { .devices = copy_accessible (old),
                            .count = old->accessible_count,
                            .first = old->accessible_count };
  if (old->tried == TRIED_NONE && !may_have_devices ())
    emulated = true;
  else
    {
      /* For the locks of the devices.  */
      os_fence_init ();
      gomp_at_fatal (&at_fatal);
      load_plugins (&all, old->tried, emulated);
    }
  struct device_list *list = append_devices (old, &all);
  list->tried = emulated ? TRIED_ALL : TRIED_ACCELERATORS;
  if (!emulated)
    explain_no_code ();
  if (list->count > 0)
    os_origin_watch ();
  atomic_store (&s->list, list);
  if (list->count > 0 && !s->finalizes)
    {
      atexit (gomp_device_finalize_all);
      s->finalizes = true;
    }
}

/* Whether emulated devices have to be appended.  All operations are
   sequentially consistent: either the thread that registers an image sees what
   was tried, or the thread that tried sees the image.  */
static bool
lacks_emulated (struct offload_state *s)
{
  return atomic_load (&s->list)->tried == TRIED_ACCELERATORS
         && counts_emulated ();
}

static NOINLINE int
count_again (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct offload_state *s = &gomp_offload_state;
  /* A thread's first call may start a tool, which counts the devices, too.  */
  gomp_self ();
  gomp_device_look_for_fork ();
  if (!gomp_hook_lock (&s->mutex))
    return gomp_device_known ();
  while (atomic_load (&s->table) == TABLE_UNKNOWN)
    {
      if (!s->is_device)
        extend_table (s);
      bool observed = gomp_observe_offload ();
      /* Release, both: pair with the acquires in table_state and
         gomp_device_choose.  Sequentially consistent: either this sees the new
         listener, or gomp_device_observe marks the stored value as unknown.  */
      atomic_store (&s->table, observed ? TABLE_OBSERVED : TABLE_BUILT);
      atomic_store (&s->unobserved, observed ? 0 : gomp_device_known ());
      if (lacks_emulated (s) || gomp_observe_offload () != observed)
        atomic_store (&s->table, TABLE_UNKNOWN);
    }
  gomp_hook_unlock (&s->mutex);
  return gomp_device_known ();
}

void
gomp_device_reconsider (void)
{
  struct offload_state *s = &gomp_offload_state;
  gomp_select_reconsider ();
  if (lacks_emulated (s))
    gomp_device_observe ();
}

int
gomp_device_count_all (void)
{
  atomic_store (&gomp_offload_state.wants_emulated, true);
  gomp_device_reconsider ();
  return gomp_device_count ();
}

void
gomp_device_observe (void)
{
  atomic_store (&gomp_offload_state.unobserved, 0);
  atomic_store (&gomp_offload_state.table, TABLE_UNKNOWN);
}

int
gomp_device_count (void)
{
  return likely (table_state () != TABLE_UNKNOWN) ? gomp_device_known ()
                                                  : count_again ();
}

bool
gomp_device_emulates (void)
{
  return table_list ()->tried == TRIED_ALL;
}

const char *
gomp_device_describe (const struct gomp_device *device, char *buf)
{
  const struct gomp_plugin *plugin = device->plugin;
  const char *name = plugin->device_name != NULL
                         ? plugin->device_name (device->ordinal)
                         : plugin->name;
  snprintf (buf, GOMP_DEVICE_NAME_MAX, "device %d (%s)", device->number, name);
  return buf;
}

struct gomp_device *
gomp_device_if_ready (int number)
{
  struct gomp_device *device = gomp_device_table ()[number];
  return atomic_load_explicit (&device->state, memory_order_acquire)
                 == GOMP_DEVICE_READY
             ? device
             : NULL;
}

struct gomp_device *
gomp_device_of_plugin (int type, int ordinal)
{
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL && device->plugin->type == type
          && device->ordinal == ordinal)
        return device;
    }
  return NULL;
}

/* ---- Forks.  */

static bool
survives_fork (struct gomp_device *device)
{
  /* A foreign plugin may have opened its driver when it counted devices.  */
  return atomic_load (&device->state) == GOMP_DEVICE_UNUSED
         && device->plugin->host_view != NULL;
}

static void
fork_all (enum gomp_fork when, bool lost)
{
  gomp_image_fork (when);
  gomp_refusals_fork (when);
  gomp_observe_fork (when, lost);
}

static void
before_fork (void)
{
  fork_all (GOMP_FORK_BEFORE, false);
}

static void
after_fork_parent (void)
{
  fork_all (GOMP_FORK_PARENT, false);
}

/* LOST: there was no handler before the fork.  */
static void
start_child (bool lost)
{
  os_origin_renew ();
  fork_all (GOMP_FORK_CHILD, lost);
  struct offload_state *s = &gomp_offload_state;
  struct gomp_device *const *devices = gomp_device_table ();
  /* The thread that held a lock does not exist in the child.  If it was
     building the table, the child builds it again.  */
  s->mutex = (struct gomp_hook_mutex){ 0 };
  for (int i = 0; i < gomp_device_known (); i++)
    {
      devices[i]->mutex = (struct gomp_hook_mutex){ 0 };
      int state = atomic_load (&devices[i]->state);
      if (!survives_fork (devices[i]) && state != GOMP_DEVICE_FINALIZED
          && state != GOMP_DEVICE_FAILED)
        atomic_store (&devices[i]->state, GOMP_DEVICE_FORKED);
    }
}

static void
after_fork_child (void)
{
  start_child (false);
}

void
gomp_device_look_for_fork (void)
{
  if (os_origin_lost ())
    start_child (true);
}

static CONSTRUCTOR void
watch_forks (void)
{
  pthread_atfork (before_fork, after_fork_parent, after_fork_child);
}

/* ---- This process as a device.  */

void
gomp_device_enter_process (int number, int count)
{
  struct offload_state *s = &gomp_offload_state;
  s->is_device = true;
  s->own_number = number;
  s->visible_count = count;
}

void
gomp_device_enter_threads (void)
{
  gomp_offload_state.own_number = GOMP_NUMBER_OF_THREAD;
}

/* The upper half of a tag is the number from 1.  */
static COLD int
number_of_thread (void)
{
  return (int)(gomp_device_region_tag () >> 32) - 1;
}

int
gomp_device_own_number (void)
{
  int number = gomp_offload_state.own_number;
  return likely (number != GOMP_NUMBER_OF_THREAD) ? number
                                                  : number_of_thread ();
}

int
gomp_device_visible_count (void)
{
  return gomp_offload_state.is_device ? gomp_offload_state.visible_count
                                      : gomp_device_count ();
}
