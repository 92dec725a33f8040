/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices: table and numbers (device.c), states (start.c), the choice for
   a construct (choose.c), and the calls of a device's plugin (call.c).  */

#ifndef GOMP_OFFLOAD_DEVICE_DEVICE_H
#define GOMP_OFFLOAD_DEVICE_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "icv/icv.h"
#include "offload/device/block.h"
#include "offload/device/functions.h"
#include "offload/device/hook_lock.h"
#include "offload/device/image.h"
#include "offload/device/plugin_load.h"
#include "offload/map/map.h"
#include "offload/observe.h"

enum gomp_device_state
{
  GOMP_DEVICE_UNUSED,    /* not initialised */
  GOMP_DEVICE_READY,     /* initialised, images loaded */
  GOMP_DEVICE_FINALIZED, /* the program is ending */
  GOMP_DEVICE_FORKED,    /* initialised in the process that forked this one */
  GOMP_DEVICE_FAILED     /* cannot be used; the host runs its constructs */
};

/* What a device lacks after its last start.  */
enum gomp_device_lack
{
  GOMP_LACKS_NOTHING,
  GOMP_LACKS_START, /* its plugin did not initialise it */
  GOMP_LACKS_IMAGE  /* an image is not for it */
};

struct gomp_plan_keys;

struct gomp_device
{
  const struct gomp_plugin *plugin;
  int ordinal;                    /* its number for the plugin */
  int number;                     /* the program's number of it */
  int accessible;                 /* its number without OMP_AVAILABLE_DEVICES */
  atomic_int state;               /* enum gomp_device_state */
  enum gomp_device_lack lacks;    /* mutex */
  bool was_closed;                /* mutex: it was ready, and was closed */
  atomic_uint image_generation;   /* images up to this one are loaded */
  struct gomp_hook_mutex mutex;   /* initialisation, images */
  struct gomp_hook_biased serial; /* calls of a foreign plugin, and visits */
  struct gomp_hook_mutex attaching; /* the counts of attached pointers, with the
                                       pointers on the device */
  struct gomp_functions functions;  /* region functions, by host address */
  struct gomp_functions reverse; /* by device address: the host functions that
                                    its regions request */
  struct gomp_image_use *images; /* mutex: images loaded here */
  struct gomp_map map;
  struct gomp_block_pool pool;
  _Atomic (struct gomp_plan_keys *) plans; /* of its constructs
                                              (construct/plan.c), or NULL */
  struct gomp_identity identity;           /* for listeners */
  struct gomp_device_icv icv; /* of its regions, if it shares memory */
  int num_teams;              /* nteams-var of the device; 0: unset */
  int teams_thread_limit;     /* teams-thread-limit-var of the device; 0:
                                 unset */
};

/* The number of devices.  The first call loads the plugins.  The number grows
   if the first image for emulated devices comes later.  */
HIDDEN int gomp_device_count (void) HOT;
/* The same with all emulated devices, from now on: for offgomp-info.  */
HIDDEN int gomp_device_count_all (void) COLD;
/* Images were registered or unregistered.  Takes no lock, and calls nothing
   else.  */
HIDDEN void gomp_device_reconsider (void);
/* Listeners joined or left.  Takes no lock, and calls nothing else.  */
HIDDEN void gomp_device_observe (void);
/* Do emulated devices count, if there are any?  If not, GOMP_NO_IMAGE is the
   reason.  */
HIDDEN bool gomp_device_emulates (void);
#if defined __x86_64__ && !defined __ILP32__
#  define GOMP_NO_IMAGE "not tried: the program has no device code for it"
#  define GOMP_CAN_EMULATE 1
#else
#  define GOMP_NO_IMAGE "not tried: its devices are for 64-bit programs of x86"
#  define GOMP_CAN_EMULATE 0
#endif
/* Device NUMBER, 0 to gomp_device_count () - 1, ready for use.  NULL: it
   cannot be used (recorded).  */
HIDDEN struct gomp_device *gomp_device_open (int number) HOT;
/* Is DEVICE, which was opened before, still ready?  */
static inline bool
gomp_device_is_ready (struct gomp_device *device)
{
  /* Acquire: pairs with the release in start_device.  */
  return atomic_load_explicit (&device->state, memory_order_acquire)
             == GOMP_DEVICE_READY
         && atomic_load_explicit (&device->image_generation,
                                  memory_order_acquire)
                == atomic_load_explicit (&gomp_image_generation,
                                         memory_order_relaxed);
}
/* Give DEVICE up, with everything that is mapped there, until it is opened
   again.  No other thread uses it.  */
HIDDEN enum gomp_status gomp_device_close (struct gomp_device *device);
/* All devices, if they were counted.  */
HIDDEN struct gomp_device *const *gomp_device_table (void);
/* The number of devices known so far; never loads a plugin.  */
HIDDEN int gomp_device_known (void);
/* Device NUMBER if it is ready, else NULL; never initialises it.  */
HIDDEN struct gomp_device *gomp_device_if_ready (int number);
/* The device that a plugin of TYPE calls ORDINAL, if it is ready.  */
HIDDEN struct gomp_device *gomp_device_of_plugin (int type, int ordinal);

/* The device for a construct.  */
enum gomp_device_choice
{
  GOMP_CHOICE_DEVICE, /* *DEVICE, ready */
  GOMP_CHOICE_HOST,
  GOMP_CHOICE_ERROR,    /* recorded: the program must end */
  GOMP_CHOICE_OBSERVED, /* not chosen yet: a listener is to hear of the
                           construct */
  GOMP_CHOICE_REMOTE,   /* of gomp_target_choose_async: a remote device */
  GOMP_CHOICE_STRAY     /* the host runs a region whose data is on a device;
                           report it by gomp_stray_warn */
};
/* Special numbers that the compiler passes.  */
#define GOMP_DEVICE_ICV (-1)
#define GOMP_DEVICE_HOST (-2)
#define GOMP_DEVICE_HOST_USER (-3)
#define GOMP_DEVICE_INVALID (-4)
#define GOMP_DEVICE_DEFAULT (-5)
HIDDEN enum gomp_device_choice
gomp_device_choose (int number, struct gomp_device **device) HOT;
/* The same for an observed construct: never GOMP_CHOICE_OBSERVED.  */
HIDDEN enum gomp_device_choice
gomp_device_choose_observed (int number, struct gomp_device **device) COLD;
/* For a routine; NUMBER is the program's.  GOMP_CHOICE_OBSERVED: check in the
   slow way, or a listener is to hear of the routine.  */
HIDDEN enum gomp_device_choice
gomp_device_choose_memory (int number, struct gomp_device **device) HOT;
/* The region cannot run on DEVICE (NULL: no device), for the recorded reason.
   The host runs it, or this is an error, if the program forbids the host.  */
HIDDEN enum gomp_device_choice gomp_device_refused (struct gomp_device *device);

/* The program is ending because of an error.  Record that DEVICE may not have
   survived it.  */
HIDDEN enum gomp_status
gomp_device_refuse_ending (const struct gomp_device *device);

/* "device 0 (x86emul)", "device 5 (x86emul on n3)".  BUF has
   GOMP_DEVICE_NAME_MAX bytes, enough for the name of a machine; returns BUF. */
#define GOMP_DEVICE_NAME_MAX 320
HIDDEN const char *gomp_device_describe (const struct gomp_device *device,
                                         char *buf);

static inline bool
gomp_device_shares_memory (const struct gomp_device *device)
{
  return (device->plugin->capabilities & GOMP_CAP_SHARED_MEM) != 0;
}

/* Do regions on DEVICE need more than the usual steps?  Then it shares memory
   with the host, or is remote.  */
static inline bool
gomp_device_is_unusual (const struct gomp_device *device)
{
  return (device->plugin->capabilities
          & (GOMP_CAP_SHARED_MEM | GOMP_CAP_REMOTE))
         != 0;
}

/* Does the host see its memory?  Otherwise red zones could not be checked.  */
static inline bool
gomp_device_is_seen (const struct gomp_device *device)
{
  return device->plugin->host_view != NULL
         && device->plugin->host2dev_parts == NULL;
}

/* Is there something between the items of a construct's block that shows if a
   region has written beside them?  */
static inline bool
gomp_device_has_zones (const struct gomp_device *device)
{
  return gomp_device_is_seen (device) || device->plugin->guard != NULL;
}

/* The type of images that DEVICE takes.  */
static inline int
gomp_device_image_type (const struct gomp_device *device)
{
  const struct gomp_plugin *plugin = device->plugin;
  return plugin->image_type != NULL ? plugin->image_type (device->ordinal)
                                    : plugin->type;
}

/* Memory of a device; NULL, false: recorded.  */
HIDDEN void *gomp_device_alloc (struct gomp_device *device, size_t size);
HIDDEN bool gomp_device_free (struct gomp_device *device, void *devptr);
HIDDEN char *gomp_device_view (struct gomp_device *device, uintptr_t devptr,
                               size_t size);
/* Copies; VIEW is the device's side seen from the host, or NULL.  */
HIDDEN enum gomp_status gomp_device_write (struct gomp_device *device,
                                           uintptr_t devptr, char *view,
                                           const void *host, size_t size) HOT;
/* Copy parts by the plugin's host2dev_parts, see plugin.h.  */
HIDDEN enum gomp_status
gomp_device_write_parts (struct gomp_device *device, uintptr_t devptr,
                         const struct gomp_host_part *part, size_t count,
                         enum gomp_copy_use use) HOT;
/* From now on other threads may use the data that the calling thread copied
   for its own region.  */
HIDDEN enum gomp_status gomp_device_settle (struct gomp_device *device);
HIDDEN enum gomp_status gomp_device_read (struct gomp_device *device,
                                          void *host, uintptr_t devptr,
                                          const char *view, size_t size) HOT;
/* Copy pieces by the plugin's dev2host_pieces.  */
HIDDEN enum gomp_status
gomp_device_read_pieces (struct gomp_device *device,
                         const struct gomp_device_piece *piece,
                         size_t count) HOT;
/* Run a region, then copy pieces, by the plugin's run_pieces.  */
HIDDEN enum gomp_status gomp_device_run_pieces (
    struct gomp_device *device, void *function, void *variables, void **args,
    const struct gomp_device_piece *piece, size_t count) HOT;
/* The same for OpenACC, by acc_run_pieces.  */
HIDDEN enum gomp_status
gomp_device_acc_run_pieces (struct gomp_device *device, void *function,
                            void *variables, const unsigned *dims,
                            const struct gomp_device_piece *piece,
                            size_t count) HOT;
HIDDEN enum gomp_status gomp_device_copy (struct gomp_device *device,
                                          uintptr_t to, uintptr_t from,
                                          size_t size);

/* Rows of memory, in planes.  */
struct gomp_rows
{
  uintptr_t start; /* address of the first row */
  bool is_host;    /* host memory, else device memory */
  size_t x;        /* bytes before the copied part of a row */
  size_t y;        /* rows before the copied ones, in each plane */
  size_t pitch;    /* bytes from row to row */
  size_t height;   /* rows from plane to plane */
};
/* Copy SIZE[0] planes of SIZE[1] rows of SIZE[2] bytes by one call of the
   plugin.  False: it cannot, or it failed (nothing recorded).  */
HIDDEN bool gomp_device_copy_rows (struct gomp_device *device,
                                   const struct gomp_rows *to,
                                   const struct gomp_rows *from,
                                   const size_t *size);

/* ---- Mappings on DEVICE.  */

/* Release a hold.  */
static inline void
gomp_device_drop (struct gomp_device *device, struct gomp_mapping *mapping)
{
  gomp_block_drop (gomp_map_drop (&device->map, mapping));
}
/* The mappings of link variables in [START, END) have changed: make the device
   find the current ones.  */
HIDDEN enum gomp_status gomp_device_settle_links (struct gomp_device *device,
                                                  uintptr_t start,
                                                  uintptr_t end);

/* ---- Visits: several calls of a foreign plugin with its lock.  */

static inline void
gomp_device_serial_begin (struct gomp_device *device)
{
  gomp_hook_biased_lock (&device->serial);
}

static inline void
gomp_device_serial_end (struct gomp_device *device)
{
  gomp_hook_biased_unlock (&device->serial);
}

/* Copies during a visit.  */
HIDDEN enum gomp_status gomp_device_write_visiting (struct gomp_device *device,
                                                    uintptr_t devptr,
                                                    const void *host,
                                                    size_t size) HOT;
HIDDEN enum gomp_status gomp_device_read_visiting (struct gomp_device *device,
                                                   void *host, uintptr_t devptr,
                                                   size_t size) HOT;
/* Copy to HOST, which may be constant: only what has changed is written.
   VISITING: during a visit.  */
HIDDEN enum gomp_status gomp_device_read_changed (struct gomp_device *device,
                                                  void *host, uintptr_t devptr,
                                                  size_t size,
                                                  bool visiting) COLD;
/* Called before a dead mapping is retired: waits for the visits that found it
   alive.  The map's lock may be held; no visit takes it.  */
static inline void
gomp_device_await_visitors (struct gomp_device *device)
{
  if (device->plugin->host_view == NULL)
    {
      gomp_device_serial_begin (device);
      gomp_device_serial_end (device);
    }
}

/* ---- This process as a device.  */

/* From now on this process is device NUMBER of COUNT.  It has no devices
   itself, and target regions run in place.  */
HIDDEN void gomp_device_enter_process (int number, int count);
/* The number of this device, or -1 on the host.  */
HIDDEN int gomp_device_own_number (void);
/* From now on threads of this process may be those of devices; before they
   exist.  */
HIDDEN void gomp_device_enter_threads (void);
/* omp_get_num_devices (), on the host and on a device.  */
HIDDEN int gomp_device_visible_count (void);

#endif
