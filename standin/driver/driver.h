/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The driver's objects.

   One lock, `drv_lock', guards all of them, unless their comment says
   otherwise.  `drv_changed' is signalled when an operation of a stream ends.
   Handles are pointers to these objects (handle.c).  */

#ifndef STANDIN_DRIVER_DRIVER_H
#define STANDIN_DRIVER_DRIVER_H

#include "driver/cu.h"
#include "driver/order.h"
#include "exec/machine.h"

#include <pthread.h>
#include <stdbool.h>

struct drv_settings
{
#define NUMBER(field, ...) uint64_t field;
#include "driver/settings.def"
  bool records;    /* kernels are not executed */
  const char *log; /* file, NULL: none */
};

extern struct drv_settings drv_settings;
extern pthread_mutex_t drv_lock;
extern pthread_cond_t drv_changed;

/* The kinds of objects that handles name.  */
enum drv_tag
{
  DRV_CONTEXT,
  DRV_MODULE,
  DRV_FUNCTION,
  DRV_STREAM,
  DRV_EVENT,
  DRV_LINK,
  DRV_POOL
};

struct drv_pool
{
  struct drv_pool *next; /* of the same device */
  struct drv_device *device;
  uint64_t threshold;
  uint64_t used, used_high;
  uint64_t flags[3]; /* the other settable attributes */
};

struct drv_device
{
  int ordinal;
  struct memory memory; /* has its own lock */
  CUcontext primary;
  unsigned primary_flags;
  unsigned primary_users;
  struct drv_pool *pools; /* including destroyed ones that still have blocks */
  struct drv_pool *default_pool;
  struct drv_pool *pool; /* the pool that cuMemAllocAsync uses */
};

struct drv_context
{
  struct drv_device *device;
  unsigned flags;
  bool is_primary;
  CUresult error;             /* sticky; read without the lock */
  unsigned calls;             /* number of calls that use the context; under
                                 drv_lock */
  struct drv_stream *streams; /* the null stream is the last */
  struct drv_stream *null_stream;
  struct drv_module *modules;
  struct drv_event *events;
  unsigned next_stream;        /* the index of the next new stream */
  struct drv_clock gone;       /* the work of destroyed streams */
  struct drv_access *accesses; /* of operations that may be unordered */
  size_t access_count;
  size_t access_limit; /* above this number, accesses may be forgotten */
  uint64_t limit[CU_LIMITS];
};

struct drv_module
{
  struct drv_module *next;
  CUcontext context;
  struct ptx_image *image;
  struct drv_function *functions; /* the handles that programs have got */
};

struct drv_function
{
  struct drv_function *next;
  struct drv_module *module;
  struct ptx_function *function;
  int dynamic_shared; /* the largest size that a launch may request */
};

/* An operation of a stream.  */
struct drv_operation
{
  struct drv_operation *next;
  struct drv_stream *stream;
  uint64_t number;    /* in its stream, and in earlier streams with the same
                         slot */
  uint64_t submitted; /* the number of its submission, counted over all
                         streams */
  bool is_checked;    /* its accesses are checked (order.h) */
  /* Execute it, without the lock.  A result other than success breaks the
     context.  */
  CUresult (*run) (struct drv_operation *);
  /* Must it wait?  With the lock; NULL: never.  */
  bool (*must_wait) (struct drv_operation *);
  bool runs_after_errors; /* it runs even after an error, and sees the error in
                             its context */
  /* Release what it holds, with the lock, whether it ran or not.  NULL:
     nothing.  */
  void (*forget) (struct drv_operation *);
  struct drv_after *after; /* the operations that must have ended before */
  struct drv_clock clock;  /* the operations that are ordered before it */
};

/* Operation NUMBER of STREAM must have ended.  */
struct drv_after
{
  struct drv_after *next;
  struct drv_stream *stream;
  uint64_t number;
};

struct drv_stream
{
  struct drv_stream *next;
  CUcontext context;
  unsigned flags;
  int priority;
  const void *thread;     /* the thread whose default stream it is; NULL:
                             none */
  unsigned index;         /* its number in its context, for messages */
  unsigned slot;          /* its slot in clocks; DRV_CLOCKS: none */
  struct drv_clock clock; /* what is ordered before its next operation */
  bool has_thread;
  bool is_busy;      /* an operation is running */
  bool is_destroyed; /* it is freed when it is empty */
  unsigned waiters;  /* number of waiting threads that refer to it */
  uint64_t submitted;
  uint64_t completed;
  struct drv_operation *first, *last;
};

/* handle.c: a zeroed object of SIZE bytes, named by handles with TAG.  */
void *drv_handle_create (enum drv_tag, size_t size);
/* Is OBJECT a living object with this tag?  */
bool drv_handle_is (const void *object, enum drv_tag);
#define drv_is(handle, name) drv_handle_is (handle, DRV_##name)
/* From now on no handle names the object; its memory stays until it is
   freed.  */
void drv_handle_end (void *object);
void drv_handle_free (void *object);

/* entry.c */
CUresult drv_set_error (CUcontext, CUresult);
void drv_hide_symbols (void);

/* From now on use SCRIPT, or the file with that name, as the script of faults.
   NULL: none.  */
void drv_read_faults (const char *script);

/* The functions behind the exported ones.  */
#define ENTRY0(name, needs) CUresult drv_##name (void);
#define ENTRY1(name, needs, A) CUresult drv_##name (A);
#define ENTRY2(name, needs, A, B) CUresult drv_##name (A, B);
#define ENTRY3(name, needs, A, B, C) CUresult drv_##name (A, B, C);
#define ENTRY4(name, needs, A, B, C, D) CUresult drv_##name (A, B, C, D);
#define ENTRY5(name, needs, A, B, C, D, E) CUresult drv_##name (A, B, C, D, E);
#define ENTRY6(name, needs, A, B, C, D, E, F)                                  \
  CUresult drv_##name (A, B, C, D, E, F);
#define ENTRY8(name, needs, A, B, C, D, E, F, G, H)                            \
  CUresult drv_##name (A, B, C, D, E, F, G, H);
#define ENTRY9(name, needs, A, B, C, D, E, F, G, H, I)                         \
  CUresult drv_##name (A, B, C, D, E, F, G, H, I);
#define ENTRY11(name, needs, A, B, C, D, E, F, G, H, I, J, K)                  \
  CUresult drv_##name (A, B, C, D, E, F, G, H, I, J, K);
#include "driver/entries.def"

/* device.c */
#define DRV_MAX_PITCH INT32_MAX
#define DRV_SHARED_PER_BLOCK 49152
extern struct drv_device *drv_devices;
extern bool drv_is_initialized;
/* The program is ending, and the driver ended before it.  */
extern bool drv_is_at_exit;
struct drv_device *drv_device (CUdevice);

/* event.c: destroy all events of a context, which is being destroyed.  */
void drv_events_end (CUcontext);

/* context.c: the current context, or NULL.  */
CUcontext drv_current (void);
/* Called around each call: the context that is current at its start exists
   until its end.  */
void drv_context_use (void);
void drv_context_leave (void);

/* stream.c */
struct drv_stream *drv_stream_create (CUcontext, unsigned flags, int priority);
void drv_stream_destroy (struct drv_stream *);
/* Destroy all streams of a context, which is being destroyed.  */
void drv_streams_end (CUcontext);
/* STREAM, or the stream that a special handle stands for; NULL: none.  */
struct drv_stream *drv_stream_of (CUstream);
/* Append OPERATION, which is freed when it has ended.  WAIT: return then.  */
CUresult drv_submit (struct drv_stream *, struct drv_operation *, bool wait);
/* Append it without waiting.  With drv_lock.  */
void drv_submit_locked (struct drv_stream *, struct drv_operation *);
/* Wait until all operations that were submitted so far have ended.  */
CUresult drv_wait_stream (struct drv_stream *);
CUresult drv_wait_context (CUcontext);

/* memory.c: are SIZE bytes of the device unused?  */
bool drv_has_room (const struct drv_device *, uint64_t size);
/* Allocate memory of KIND on a device.  */
CUresult drv_allocate (CUdeviceptr *, size_t size, enum mem_kind,
                       struct drv_device *, const void *owner,
                       const char *name);
/* Copy the live block that starts at ADDRESS, and return its device (any
   device if the block is shared).  NULL: there is none.  */
struct drv_device *drv_find_start (uint64_t address, struct mem_block *);

/* pool.c */
struct drv_pool *drv_pool_create (struct drv_device *);
bool drv_pool_free (struct drv_device *, const struct mem_block *);
/* Free all blocks of all pools.  */
void drv_pools_clear (struct drv_device *);

/* Does this thread execute a function that a stream has called?  */
bool drv_is_in_host_call (void);

/* faults.c.  */
/* The result that the script has for this call of ENTRY; CUDA_SUCCESS: none.
   *IS_STICKY: it breaks the context.  A lost device lets only those calls fail
   that need one.  */
CUresult drv_fault (unsigned entry, const char *name, bool needs_device,
                    bool *is_sticky);
/* Call HIDE for each name that the script hides.  */
void drv_for_hidden (void (*hide) (const char *name));
CUresult drv_result_find (const char *name);

/* module.c */
void drv_module_destroy (struct drv_module *);

/* Report something to the user: one line on stderr.  */
void drv_report (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

#endif
