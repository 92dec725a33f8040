/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device table.

   Owns the table of devices, built when it is first needed.  Plugins are loaded
   in the order of the compiled-in list, the devices of one plugin are
   consecutive, and plugins without OpenMP are left out.  The first construct or
   routine that uses a device initialises it.

   Emulated devices count only for a process that has, or had, an image for
   them: otherwise their memory would only hide data from regions, which the
   host runs.  An image may come after the table was built (dlopen).  The first
   one for emulated devices appends these to the table.  No number changes,
   except the host's, which is the number of devices.  A thread that registers
   an image may hold the dynamic linker's lock, which loading a plugin needs, so
   it takes no lock of this module: it marks the table as unknown again, and the
   next construct extends it.  Devices still count when the last image is gone,
   since data may be there.

   offload_state.mutex protects the building of the table, a device's mutex its
   initialisation and its images.  A plugin's init_device, load_image and
   unload_image are called under the latter, since only one at a time may run.
   Afterwards everything is read without a lock.

   If a plugin cannot initialise a device, the host runs the device's
   constructs, unless OMP_TARGET_OFFLOAD forbids that.  This stays so: data that
   one construct did not map there cannot be found by a later one.

   At exit the devices are finalised.  The child of a fork cannot use devices
   that the parent had initialised, but can use others.  */

#include "offload/device/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/uncancelled.h"
#include "icv/env.h"
#include "icv/icv.h"
#include "offload/device/refusals.h"
#include "offload/device/requires.h"
#include "offload/device/select.h"
#include "offload/observe.h"
#include "os/origin.h"
#include "os/process.h"
#include "team/self.h"
#include "x86emul_image.h"

/* The plugins to try without OFFGOMP_PLUGINS, in this order: emulated devices
   come last.  */
#define EMULATED "x86emul"
#define PLUGINS "nvptx,gcn," EMULATED

enum table_state
{
  TABLE_UNKNOWN, /* not built, or there may be more devices by now */
  TABLE_BUILT,
  TABLE_OBSERVED /* built; constructs have a listener */
};

/* Which plugins were tried.  */
enum tried
{
  TRIED_NONE,
  TRIED_ACCELERATORS, /* all but that of emulated devices */
  TRIED_ALL
};

/* The contents of the table.  A replaced one stays unchanged: another thread
   may be reading it, or the process may be forked meanwhile.  */
struct device_list
{
  enum tried tried;
  int count;                       /* devices that the program has */
  int accessible_count;            /* devices that there are */
  struct gomp_device **accessible; /* these */
  struct gomp_device *devices[];
};

static const struct device_list no_devices;

static struct offload_state
{
  struct gomp_mutex mutex; /* building the table */
  atomic_int table;        /* enum table_state */
  atomic_int unobserved;   /* number of devices, if constructs have no listener,
                              and the table exists; else 0 */
  _Atomic (const struct device_list *) list; /* replaced under mutex */
  bool finalizes;      /* mutex: finalize_devices will run */
  bool is_device;      /* this process is a device */
  int own_number;      /* which one */
  int visible_count;   /* omp_get_num_devices () there */
  pthread_t finalizer; /* the thread that ends the program, after a device was
                          finalized */
} offload_state = { .list = &no_devices };

/* ---- Building the table.  */

/* All existing devices, some of them new.  */
struct accessible
{
  struct gomp_device **devices;
  int count;
  int first; /* new one */
};

static inline const struct device_list *
table_list (void)
{
  /* Acquire: pairs with the store in extend_table.  */
  return atomic_load_explicit (&offload_state.list, memory_order_acquire);
}

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
      gomp_refusals_add ("plugin %s: devices present but 'omp requires %s' "
                         "cannot be fulfilled",
                         plugin->name, gomp_requires_text (lacking, text));
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
  return names != NULL ? names : PLUGINS;
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
      bool is_emulated = length == (int)strlen (EMULATED)
                         && memcmp (name, EMULATED, (size_t)length) == 0;
      if (is_emulated ? emulated : tried == TRIED_NONE)
        add_plugin (all, name, length);
      name += length + (name[length] == ',');
    }
}

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
  struct offload_state *s = &offload_state;
  struct gomp_device *const *devices = gomp_device_table ();
  /* The thread that held a lock does not exist in the child.  If it was
     building the table, the child builds it again.  */
  s->mutex = (struct gomp_mutex){ 0 };
  for (int i = 0; i < gomp_device_known (); i++)
    {
      devices[i]->mutex = (struct gomp_mutex){ 0 };
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

/* If the handlers were not called: a child of _Fork, or of clone.  */
static void
look_for_fork (void)
{
  if (os_origin_lost ())
    start_child (true);
}

static void __attribute__ ((constructor)) watch_forks (void)
{
  pthread_atfork (before_fork, after_fork_parent, after_fork_child);
}

static void
finalize_devices (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  look_for_fork ();
  struct gomp_device *const *devices = gomp_device_table ();
  offload_state.finalizer = pthread_self ();
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = devices[i];
      /* Other threads may still run, so at exit do not wait for a lock.  */
      int expected = GOMP_DEVICE_READY;
      if (!atomic_compare_exchange_strong (&device->state, &expected,
                                           GOMP_DEVICE_FINALIZED))
        continue;
      if (gomp_observe_offload ())
        gomp_observe_ends (device);
      if (!device->plugin->fini_device (device->ordinal))
        gomp_error ("device finalization failed");
    }
}

/* Emulated devices are no part of the table.  */
static void
note_no_code (void)
{
  if (gomp_observe_offload () && strstr (plugin_names (), EMULATED) != NULL)
    gomp_observe_lacks ("plugin " EMULATED ": " GOMP_NO_IMAGE);
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

/* Try the plugins that may have devices for the program, and were not tried
   yet.  */
static void
extend_table (struct offload_state *s)
{
  const struct device_list *old = atomic_load (&s->list);
  bool emulated = gomp_image_is_for (GOMP_DEVICE_X86EMUL);
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
      load_plugins (&all, old->tried, emulated);
    }
  struct device_list *list = append_devices (old, &all);
  list->tried = emulated ? TRIED_ALL : TRIED_ACCELERATORS;
  if (!emulated)
    note_no_code ();
  if (list->count > 0)
    os_origin_watch ();
  atomic_store (&s->list, list);
  if (list->count > 0 && !s->finalizes)
    {
      atexit (finalize_devices);
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
         && gomp_image_is_for (GOMP_DEVICE_X86EMUL);
}

static NOINLINE int
count_again (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct offload_state *s = &offload_state;
  look_for_fork ();
  gomp_mutex_lock (&s->mutex);
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
  gomp_mutex_unlock (&s->mutex);
  return gomp_device_known ();
}

void
gomp_device_reconsider (void)
{
  struct offload_state *s = &offload_state;
  gomp_select_reconsider ();
  if (lacks_emulated (s))
    gomp_device_observe ();
}

void
gomp_device_observe (void)
{
  atomic_store (&offload_state.unobserved, 0);
  atomic_store (&offload_state.table, TABLE_UNKNOWN);
}

static inline int
table_state (void)
{
  /* Acquire: pairs with the release in count_again.  */
  return atomic_load_explicit (&offload_state.table, memory_order_acquire);
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

/* ---- Opening a device.  */

const char *
gomp_device_describe (const struct gomp_device *device, char *buf)
{
  snprintf (buf, GOMP_DEVICE_NAME_MAX, "device %d (%s)", device->number,
            device->plugin->name);
  return buf;
}

/* The variables that the launch of a region depends on; all others are the
   device's own, if it has an environment.  */
static void
set_icvs (struct gomp_device *device)
{
  if (device->plugin->teams_defaults == NULL)
    return;
  device->num_teams = gomp_env_of_device ("OMP_NUM_TEAMS", device->number);
  device->teams_thread_limit
      = gomp_env_of_device ("OMP_TEAMS_THREAD_LIMIT", device->number);
  device->plugin->teams_defaults (device->ordinal, device->num_teams,
                                  device->teams_thread_limit);
}

static enum gomp_status
start_plugin (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  device->failed = !device->plugin->init_device (device->ordinal);
  if (device->failed)
    {
      gomp_error_set (GOMP_ERR_NODEV, "device initialization failed: %s",
                      gomp_device_describe (device, name));
      gomp_refusals_add ("%s: initialization failed", name);
      return GOMP_ERR_NODEV;
    }
  set_icvs (device);
  enum gomp_status status = gomp_image_load_all (device);
  if (status != GOMP_OK)
    {
      gomp_image_forget_all (device);
      device->plugin->fini_device (device->ordinal);
    }
  return status;
}

/* A failed device can be tried again until the host runs one of its
   constructs.  */
static enum gomp_status
start_device (struct gomp_device *device)
{
  if (!gomp_map_init (&device->map))
    return GOMP_ERR_NOMEM;
  enum gomp_status status = start_plugin (device);
  if (status != GOMP_OK)
    {
      gomp_map_fini (&device->map);
      return status;
    }
  if (gomp_observe_offload ())
    gomp_observe_ready (device);
  /* Release: pairs with the acquire in is_usable.  */
  atomic_store_explicit (&device->state, GOMP_DEVICE_READY,
                         memory_order_release);
  return GOMP_OK;
}

static enum gomp_status
init_device (struct gomp_device *device)
{
  struct gomp_identity start;
  bool observed = gomp_observe_offload ();
  if (observed)
    gomp_observe_start (&start, device);
  enum gomp_status status = start_device (device);
  if (observed)
    gomp_observe_started (&start, device);
  return status;
}

static enum gomp_status
refuse_state (struct gomp_device *device, int state)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_device_describe (device, name);
  if (state == GOMP_DEVICE_FINALIZED)
    return gomp_error_set (GOMP_ERR_NODEV, "%s is finalized", name);
  if (state == GOMP_DEVICE_FAILED)
    return gomp_error_set (
        GOMP_ERR_NODEV, "%s cannot be used: its initialization failed", name);
  gomp_error_set (GOMP_ERR_NODEV,
                  "%s cannot be used in this process: it was forked after the "
                  "device had been initialized",
                  name);
  gomp_error_hint ("fork before the first use of a device, or call exec in the "
                   "child");
  return GOMP_ERR_NODEV;
}

/* While the program ends, its other threads go on and may use finalized
   devices: this is not their error.  */
static void
await_end (void)
{
  struct gomp_wait_word never = { 0 };
  while (!pthread_equal (pthread_self (), offload_state.finalizer))
    gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, -1);
}

static NOINLINE struct gomp_device *
open_slowly (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  enum gomp_status status = GOMP_OK;
  look_for_fork ();
  gomp_mutex_lock (&device->mutex);
  int state = atomic_load (&device->state);
  if (state == GOMP_DEVICE_UNUSED)
    status = init_device (device);
  else if (state == GOMP_DEVICE_READY)
    status = gomp_image_load_all (device);
  else
    status = refuse_state (device, state);
  gomp_mutex_unlock (&device->mutex);
  if (state == GOMP_DEVICE_FINALIZED)
    await_end ();
  return status == GOMP_OK ? device : NULL;
}

static inline bool
is_usable (struct gomp_device *device)
{
  /* Acquire: pairs with the release in start_device.  */
  return atomic_load_explicit (&device->state, memory_order_acquire)
             == GOMP_DEVICE_READY
         && atomic_load_explicit (&device->image_generation,
                                  memory_order_acquire)
                == atomic_load_explicit (&gomp_image_generation,
                                         memory_order_relaxed);
}

static inline struct gomp_device *
open_device (int number)
{
  struct gomp_device *device = gomp_device_table ()[number];
  return likely (is_usable (device)) ? device : open_slowly (device);
}

struct gomp_device *
gomp_device_open (int number)
{
  return open_device (number);
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

/* ---- Choosing.  */

static bool
is_mandatory (void)
{
  return gomp_icv_global.target_offload == GOMP_OFFLOAD_MANDATORY
         && !offload_state.is_device;
}

/* NUMBER is no device of the table; GIVEN is what the construct passed.  */
static enum gomp_device_choice
choose_none (int given, int number)
{
  int count = gomp_device_known ();
  bool by_icv = given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
  if (offload_state.is_device)
    return GOMP_CHOICE_HOST;
  bool none = is_mandatory () && count == 0;
  if (number == GOMP_DEVICE_INVALID && !(by_icv && none))
    {
      gomp_error_set (GOMP_ERR_NODEV, "omp_invalid_device encountered");
      if (by_icv && gomp_icv ()->default_device == GOMP_DEFAULT_DEVICE_OPEN)
        gomp_error_note ("no device is chosen by OMP_DEFAULT_DEVICE=%s",
                         gomp_icv_global.default_device_list);
      return GOMP_CHOICE_ERROR;
    }
  bool host_asked = (number == count && count > 0) || (by_icv && number == -1);
  if (!is_mandatory () || host_asked)
    return GOMP_CHOICE_HOST;
  if (none)
    gomp_error_set (GOMP_ERR_NODEV,
                    "OMP_TARGET_OFFLOAD is set to MANDATORY, but only the host "
                    "device is available");
  else
    {
      gomp_error_set (GOMP_ERR_NODEV,
                      "OMP_TARGET_OFFLOAD is set to MANDATORY, but device not "
                      "found");
      gomp_error_note ("device %d was requested; the number of devices is %d",
                       number, count);
    }
  gomp_refusals_append_to_error ();
  if (!gomp_device_emulates ())
    {
      gomp_error_note ("plugin " EMULATED ": " GOMP_NO_IMAGE);
      gomp_error_hint ("compile and link with offloading to " EMULATED
                       " enabled");
    }
  return GOMP_CHOICE_ERROR;
}

/* From now on, if the plugin could not initialise it.  */
static bool
is_left_to_host (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_mutex_lock (&device->mutex);
  int state = atomic_load (&device->state);
  bool leaves = state == GOMP_DEVICE_UNUSED && device->failed;
  if (leaves)
    atomic_store (&device->state, GOMP_DEVICE_FAILED);
  gomp_mutex_unlock (&device->mutex);
  if (leaves)
    gomp_warning (
        "device initialization failed: %s; the host runs its regions\n  hint: "
        "OMP_TARGET_OFFLOAD=mandatory makes this an error",
        gomp_device_describe (device, name));
  leaves |= state == GOMP_DEVICE_FAILED || state == GOMP_DEVICE_FINALIZED;
  if (leaves)
    gomp_error_clear ();
  return leaves;
}

/* Device NUMBER of the table.  */
static inline enum gomp_device_choice
open_chosen (int number, struct gomp_device **device)
{
  *device = open_device (number);
  if (likely (*device != NULL))
    return GOMP_CHOICE_DEVICE;
  return !is_mandatory () && is_left_to_host (gomp_device_table ()[number])
             ? GOMP_CHOICE_HOST
             : GOMP_CHOICE_ERROR;
}

static inline bool
is_default (int given)
{
  return given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
}

static inline bool
is_host (int given)
{
  return given == GOMP_DEVICE_HOST || given == GOMP_DEVICE_HOST_USER;
}

/* GIVEN is no device that the table is known to have, or there is a listener.
   The check whether the table exists is needed anyway, and also finds a
   listener.  The table may have become known after the caller's check.  */
static NOINLINE enum gomp_device_choice
choose_otherwise (int given, int number, struct gomp_device **device)
{
  if (unlikely (table_state () != TABLE_BUILT))
    {
      if (gomp_observe_offload ())
        return GOMP_CHOICE_OBSERVED;
      return gomp_device_choose_observed (given, device);
    }
  if (is_host (given))
    return GOMP_CHOICE_HOST;
  int count = gomp_device_known ();
  if ((unsigned)number < (unsigned)count)
    return open_chosen (number, device);
  return number == count && !is_mandatory () ? GOMP_CHOICE_HOST
                                             : choose_none (given, number);
}

enum gomp_device_choice
gomp_device_choose_observed (int given, struct gomp_device **device)
{
  if (is_host (given))
    return GOMP_CHOICE_HOST;
  int number = is_default (given) ? gomp_default_device () : given;
  return (unsigned)number < (unsigned)gomp_device_count ()
             ? open_chosen (number, device)
             : choose_none (given, number);
}

/* Listeners cost unobserved constructs nothing: with a listener the table seems
   to be empty.  */
enum gomp_device_choice
gomp_device_choose (int given, struct gomp_device **device)
{
  int number = given;
  if (likely (is_default (given)))
    number = gomp_default_device ();
  /* Acquire: pairs with the release in count_again.  */
  if (unlikely ((unsigned)number >= (unsigned)atomic_load_explicit (
                    &offload_state.unobserved, memory_order_acquire)))
    return choose_otherwise (given, number, device);
  return open_chosen (number, device);
}

enum gomp_device_choice
gomp_device_choose_memory (int number, struct gomp_device **device)
{
  /* Acquire: pairs with the release in count_again.  */
  int unobserved
      = atomic_load_explicit (&offload_state.unobserved, memory_order_acquire);
  *device = NULL;
  if (unlikely ((unsigned)number >= (unsigned)unobserved))
    return number == unobserved && unobserved > 0 ? GOMP_CHOICE_HOST
                                                  : GOMP_CHOICE_OBSERVED;
  *device = open_device (number);
  return likely (*device != NULL) ? GOMP_CHOICE_DEVICE : GOMP_CHOICE_ERROR;
}

enum gomp_device_choice
gomp_device_refused (struct gomp_device *device)
{
  (void)device;
  return is_mandatory () ? GOMP_CHOICE_ERROR : GOMP_CHOICE_HOST;
}

/* ---- This process as a device.  */

void
gomp_device_enter_process (int number, int count)
{
  struct offload_state *s = &offload_state;
  s->is_device = true;
  s->own_number = number;
  s->visible_count = count;
}

int
gomp_device_own_number (void)
{
  return offload_state.is_device ? offload_state.own_number : -1;
}

int
gomp_device_visible_count (void)
{
  return offload_state.is_device ? offload_state.visible_count
                                 : gomp_device_count ();
}
