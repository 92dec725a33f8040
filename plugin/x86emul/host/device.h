/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One emulated device, as the host sees it.  */

#ifndef X86EMUL_HOST_DEVICE_H
#define X86EMUL_HOST_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "host/address_window.h"
#include "host/arena.h"
#include "host/options.h"
#include "os/child.h"
#include "os/held.h"
#include "os/origin.h"
#include "os/rights.h"
#include "proto.h"
#include "sync/mutex.h"

/* What a device can be asked for.  */
enum x86emul_condition
{
  X86EMUL_DOWN = 0, /* not started, or stopped */
  X86EMUL_UP,       /* works */
  X86EMUL_FAILED,   /* its process has ended or is about to */
  X86EMUL_FORKED    /* this process is a child of the one it belongs to */
};

/* The host's side of a slot.  */
struct x86emul_host_slot
{
  atomic_uint busy; /* 1: a thread owns the slot, and the rest of this */
  uint32_t number;  /* of the latest launch */
  _Atomic uint64_t function; /* of it, as in proto.h; for messages */
  bool served;               /* the device has a thread for it */
  bool unusable;             /* the device could not start one */
  unsigned beside;           /* X86EMUL_BESIDE launches, or what is left */
  void *task;                /* async_run's, while it is under way; else NULL */
} GOMP_CACHE_ALIGNED;

/* Device memory outside of the arena's range: variables of an image, which
   lie where the image does, on pages of the arena.  */
struct x86emul_place
{
  _Atomic uint64_t start; /* device address; 0: entry is free */
  uint64_t size;          /* bytes */
  uint64_t offset;        /* in the arena */
};

#define X86EMUL_GUARDS 64
#define X86EMUL_PLACES_PER_BLOCK 64
struct x86emul_place_block
{
  struct x86emul_place place[X86EMUL_PLACES_PER_BLOCK]; /* entries */
  _Atomic (struct x86emul_place_block *) next;          /* more, or NULL */
};

/* Changed under guard_lock; read without it for messages, which a thread that
   has the lock may have to give.  */
struct x86emul_guarded
{
  _Atomic uint64_t start; /* offset */
  _Atomic uint64_t size;  /* bytes */
};

struct x86emul_image_loaded;
struct x86emul_async;
struct x86emul_mappings;

struct x86emul_device
{
  atomic_uint condition;  /* enum x86emul_condition */
  atomic_uint slots_used; /* slots 0 to this - 1 were claimed at least once */
  int ordinal;            /* as libgomp's calls name it */
  int number;             /* as the program does */
  int program_devices;    /* how many it has */

  /* Constant while it is up.  */
  char *view;                      /* its arena in this process */
  uint64_t view_size;              /* bytes mapped there */
  uint64_t arena_start;            /* address of the arena in the device */
  uint64_t arena_size;             /* bytes that both have mapped */
  struct x86emul_control *control; /* the control block */
  struct x86emul_arena *arena;     /* allocator of device memory */
  const struct x86emul_options *options; /* the environment */
  struct x86emul_window window;          /* address space kept free for it */
  atomic_int process;                    /* number of the device process */
  uint32_t first_number;                 /* as in the welcome */
  bool memory_limited; /* by the limit of file sizes, to arena_size */

  /* Until it is up: descriptors that the device gets.  */
  int control_fd; /* memory of the control block */
  int arena_fd;   /* memory of the arena */
  int shadow_fd;  /* of the states, where they are checked */
  int event_end;  /* where it signals the event */

  struct gomp_mutex stream_lock; /* one request at a time */
  struct os_held stream;         /* the host's end; guarded by it */

  struct gomp_mutex load_lock;         /* guards the three below */
  struct x86emul_image_loaded *images; /* list, latest first */
  uint32_t next_image;                 /* number of the next image */
  struct x86emul_place_block places;   /* written under the lock, read
                                          without: entries appear and vanish
                                          while nobody uses their addresses */

  struct gomp_mutex async_lock;           /* guards the next */
  _Atomic (struct x86emul_async *) async; /* launches without a waiting
                                             thread */

  struct gomp_mutex guard_lock; /* guards the list of guards */
  atomic_uint guard_count;      /* how many; 0 is seen without the lock */
  struct x86emul_guarded guards[X86EMUL_GUARDS]; /* offsets: freed memory that
                                                  the device cannot access */

  /* The mapping checker; nothing where it is off.  */
  unsigned char *shadow;        /* states of the arena's bytes, or NULL */
  uint64_t shadow_size;         /* bytes mapped there */
  struct x86emul_notes *notes;  /* what regions access, or NULL */
  uint64_t notes_start;         /* where in that memory they are; 0: nowhere */
  struct gomp_mutex check_lock; /* guards the rest */
  uint64_t notes_given;         /* by number less one: a launch has it */
  uint64_t *kept;               /* offsets of freed blocks: a ring; malloced */
  unsigned kept_first;          /* the one that was freed first */
  unsigned kept_count;          /* blocks in it */
  uint64_t kept_bytes;          /* of them */
  unsigned taken;               /* reports that libgomp has */
  atomic_uint plain_images;     /* loaded without calls of the checker */
  atomic_uint checked_images;   /* loaded with them */

  /* The monitor; written by it, read after the word that announces it.  */
  unsigned long monitor;         /* its thread */
  struct gomp_wait_word spawned; /* 1: process started, 2: spawn_error */
  struct gomp_wait_word ended;   /* 1: the process has ended */
  int spawn_error;               /* errno value of the start */
  struct os_child child;         /* process started: the device or a wrapper */
  struct os_rights rights;       /* of the process when it was started */
  struct os_rights_watch watch;  /* whether they may be others now */
  atomic_bool changed;           /* it failed because they are, for good */
  int exit_status;               /* as of waitpid; -1: not known */
  int device_end;                /* the stream's other end, until started */
  struct os_held event;          /* the device's: look at the fault record */
  atomic_bool unwanted;          /* the monitor shall kill it */
  bool apart;                    /* the monitor alone has EVENT, and a copy of
                                    the stream: the rest of the process does not
                                    reach its descriptors */
  atomic_bool stopping;          /* the end is wanted, no failure */
  unsigned long stopper;         /* the thread that wants it */
  struct x86emul_mappings *mappings; /* of the device when it failed */
  struct x86emul_fault words;        /* its last words, as they were then */
  atomic_bool told;                  /* it had some */

  atomic_uint overwritten;        /* enum x86emul_overwritten */
  struct gomp_mutex failure_lock; /* guards the next */
  char *failure;                  /* why it failed, once worded; malloced */

  struct x86emul_host_slot slots[X86EMUL_SLOTS]; /* launches */
};

/* The devices; NULL before x86emul_devices_create.  */
HIDDEN extern struct x86emul_device *x86emul_devices;
HIDDEN extern unsigned x86emul_device_count;

/* Make OPTIONS->devices devices, all down.  */
HIDDEN enum gomp_status
x86emul_devices_create (const struct x86emul_options *options);
/* Path of the device program; an error is recorded where there is none that
   can be run.  */
HIDDEN const char *x86emul_device_program (void);

HIDDEN enum gomp_status x86emul_device_start (struct x86emul_device *d);
/* The exchange HELLO to READY with the process just started, PROGRAM in
   messages.  */
HIDDEN enum gomp_status x86emul_device_greet (struct x86emul_device *d,
                                              const char *program);
HIDDEN void x86emul_device_stop (struct x86emul_device *d);

/* While the program ends, its other threads go on and meet a device that was
   stopped: that is no error of theirs, and they do not come back from here.  */
HIDDEN void x86emul_device_await_end (struct x86emul_device *d) COLD;

/* True if D works; otherwise the error says why it does not.  */
HIDDEN bool x86emul_device_check (struct x86emul_device *d) COLD;
static inline bool
x86emul_device_is_up (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in x86emul_device_start.  */
  return likely (atomic_load_explicit (&d->condition, memory_order_acquire)
                     == X86EMUL_UP
                 && !os_origin_lost ());
}

static inline bool
x86emul_device_usable (struct x86emul_device *d)
{
  return x86emul_device_is_up (d) || x86emul_device_check (d);
}

/* True if D has the rights of this process, whose user or groups may have
   changed; otherwise the error says so.  */
HIDDEN bool x86emul_device_has_rights (struct x86emul_device *d) COLD;
/* What a launch needs.  */
static inline bool
x86emul_device_may_run (struct x86emul_device *d)
{
  return x86emul_device_usable (d)
         && (os_rights_are_kept (&d->watch) || x86emul_device_has_rights (d));
}

/* Device address of the region of the latest launch in slot I, whatever I is;
   0: not known.  */
static inline uint64_t
x86emul_device_region (const struct x86emul_device *d, int i)
{
  if (i < 0 || i >= X86EMUL_SLOTS)
    return 0;
  /* Relaxed: only a name is wanted.  */
  uint64_t function
      = atomic_load_explicit (&d->slots[i].function, memory_order_relaxed);
  return function != 0 ? function
                       : x86emul_slot_function (&d->control->slots[i]);
}

#endif
