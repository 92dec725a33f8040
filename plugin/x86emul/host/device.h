/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One emulated device on the host: the data that each file keeps for it.  */

#ifndef PLUGIN_X86EMUL_HOST_DEVICE_H
#define PLUGIN_X86EMUL_HOST_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "host/async.h"
#include "host/bulk.h"
#include "host/check.h"
#include "host/failure.h"
#include "host/freed.h"
#include "host/gangs.h"
#include "host/images.h"
#include "host/memory.h"
#include "host/monitor.h"
#include "host/options.h"
#include "host/poison.h"
#include "host/slots.h"
#include "host/trace.h"
#include "host/transport.h"
#include "os/origin.h"

/* What a device can be asked for.  */
enum x86emul_condition
{
  X86EMUL_DOWN = 0, /* not started, or stopped */
  X86EMUL_UP,       /* works */
  X86EMUL_FAILED,   /* its process has ended or is about to */
  X86EMUL_FORKED    /* this process is a child of the one it belongs to */
};

struct x86emul_device
{
  atomic_uint condition;                 /* enum x86emul_condition */
  atomic_bool stopping;                  /* the host ends the device: this is no
                                            failure */
  atomic_bool is_logged;                 /* launches have a log of accesses or
                                            events */
  unsigned long stopper;                 /* the thread that ends it */
  int ordinal;                           /* as libgomp's calls name it */
  int number;                            /* as the program names it */
  int program_devices;                   /* how many devices the program has */
  const struct x86emul_options *options; /* the environment */

  struct x86emul_channel channel; /* requests and launches */
  struct x86emul_memory memory;   /* device memory and where it is */
  struct x86emul_freed freed;     /* freed memory that the device cannot
                                     access */
  struct x86emul_images images;   /* what was loaded */
  struct x86emul_gangs gangs;     /* of regions */
  struct x86emul_monitor monitor; /* the process, and the thread that watches
                                     it */
  struct x86emul_failure failure; /* why it failed */
  struct x86emul_checker checker; /* empty if the mapping checker is off */
  struct x86emul_poison poison;   /* empty without AddressSanitizer */
  struct x86emul_async async;     /* launches without a waiting thread */
  struct x86emul_slots slots;     /* launches */
  struct x86emul_bulks bulks;     /* copies of much data */
  struct x86emul_tracer tracer;   /* records of events; empty if nobody wants
                                     any */
};

/* The devices; NULL before x86emul_devices_create.  */
HIDDEN extern struct x86emul_device *x86emul_devices;
HIDDEN extern unsigned x86emul_device_count;

/* Make OPTIONS->devices devices, all down.  */
HIDDEN enum gomp_status
x86emul_devices_create (const struct x86emul_options *options);
/* The condition of D; detects a device of the parent process.  */
HIDDEN unsigned x86emul_device_condition (struct x86emul_device *d);
/* While the program ends, its other threads go on and may use a stopped device.
   That is not their error: in these threads this function does not return.  */
HIDDEN void x86emul_device_await_end (struct x86emul_device *d) COLD;

/* Does D work?  */
static inline bool
x86emul_device_is_up (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in x86emul_lifecycle_start.  */
  return likely (atomic_load_explicit (&d->condition, memory_order_acquire)
                     == X86EMUL_UP
                 && !os_origin_lost ());
}

/* Device address of the region of the latest launch in slot I; 0: not known.
   Any value of I is allowed.  */
static inline uint64_t
x86emul_device_region (const struct x86emul_device *d, int i)
{
  if (i < 0 || i >= X86EMUL_SLOTS)
    return 0;
  /* Relaxed: only a name is wanted.  */
  uint64_t function
      = atomic_load_explicit (&d->slots.slot[i].function, memory_order_relaxed);
  return function != 0 ? function
                       : x86emul_slot_function (&d->channel.control->slots[i]);
}

#endif
