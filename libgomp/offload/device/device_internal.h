/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by device.c, start.c and choose.c; see there.  Inline, since every
   construct chooses and opens a device.  */

#ifndef GOMP_OFFLOAD_DEVICE_DEVICE_INTERNAL_H
#define GOMP_OFFLOAD_DEVICE_DEVICE_INTERNAL_H

#include "offload/device/device.h"

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

/* What device.c owns; others read it.  */
struct offload_state
{
  struct gomp_hook_mutex mutex; /* building the table */
  atomic_int table;             /* enum table_state */
  atomic_int unobserved; /* number of devices, if constructs have no listener,
                            and the table exists; else 0 */
  _Atomic (const struct device_list *) list; /* replaced under mutex */
  atomic_bool wants_emulated; /* emulated devices count without an image */
  bool finalizes;             /* mutex: gomp_device_finalize_all will run */
  bool is_device;             /* this process is a device */
  int own_number;             /* which one */
  int visible_count;          /* omp_get_num_devices () there */
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

/* Nothing, except in a child whose handlers were not called: one of _Fork, or
   of clone.  */
HIDDEN void gomp_device_look_for_fork (void);

/* ---- start.c.  */

/* Initialise DEVICE if it is not, and load new images; NULL: recorded.  */
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

/* At exit.  */
HIDDEN void gomp_device_finalize_all (void);

#endif
