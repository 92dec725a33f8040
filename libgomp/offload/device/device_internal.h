/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by device.c, start.c and choose.c.  Inline, since every construct
   chooses and opens a device.  */

#ifndef GOMP_OFFLOAD_DEVICE_DEVICE_INTERNAL_H
#define GOMP_OFFLOAD_DEVICE_DEVICE_INTERNAL_H

#include "offload/device/device.h"

enum table_state
{
  TABLE_UNKNOWN, /* not built, or more devices may exist by now */
  TABLE_BUILT,
  TABLE_OBSERVED /* built; constructs have a listener */
};

/* The plugins that were tried.  */
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
  int count;                       /* number of devices that the program has */
  int accessible_count;            /* number of devices that exist */
  struct gomp_device **accessible; /* the devices that exist */
  struct gomp_device *devices[];
};

/* Some threads of this process are those of devices.  */
#define GOMP_NUMBER_OF_THREAD (-2)

/* Owned by device.c; others read it.  */
struct offload_state
{
  struct gomp_hook_mutex mutex; /* held while the table is built */
  atomic_int table;             /* enum table_state */
  atomic_int unobserved; /* the number of devices, if the table exists and
                            constructs have no listener; else 0 */
  _Atomic (const struct device_list *) list; /* replaced under mutex */
  atomic_bool wants_emulated; /* emulated devices count without an image */
  bool finalizes;             /* mutex: gomp_device_finalize_all will run */
  bool is_device;             /* this process is a device */
  int own_number;             /* its number; -1: it is the host;
                                 GOMP_NUMBER_OF_THREAD */
  int visible_count;          /* omp_get_num_devices () on this device */
};
extern HIDDEN struct offload_state gomp_offload_state;

static inline const struct device_list *
table_list (void)
{
  /* Acquire: pairs with the store in extend_table.  */
  return atomic_load_explicit (&gomp_offload_state.list, memory_order_acquire);
}

static inline int
table_state (void)
{
  /* Acquire: pairs with the release in count_again.  */
  return atomic_load_explicit (&gomp_offload_state.table, memory_order_acquire);
}

/* If this is a forked child whose fork handlers were not called (_Fork,
   clone), do their work.  */
HIDDEN void gomp_device_look_for_fork (void);

/* ---- start.c.  */

/* Initialise DEVICE if it is not, and load new images.  NULL: it cannot be
   used (recorded).  */
HIDDEN struct gomp_device *
gomp_device_open_slowly (struct gomp_device *device) COLD;

static inline struct gomp_device *
open_device (int number)
{
  struct gomp_device *device = table_list ()->devices[number];
  return likely (gomp_device_is_ready (device))
             ? device
             : gomp_device_open_slowly (device);
}

/* Called at exit.  */
HIDDEN void gomp_device_finalize_all (void);

#endif
