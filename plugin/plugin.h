/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The contract between libgomp.so.1 and its offload plugins: what a
   libgomp-plugin-NAME.so.1 exports (GOMP_OFFLOAD_*), and what libgomp exports
   for it (GOMP_PLUGIN_*).  Binary interface 1, that of GCC 6 to 12.

   Threads.  libgomp calls a plugin's alloc, free, host2dev, dev2host,
   dev2dev, run, async_run, can_run and the private hooks from any thread and
   without a lock, also side by side; a plugin of ours must cope.  For a
   plugin that does not export host_view (a foreign one) libgomp serialises
   all of them but run, async_run and can_run with one mutex per device.
   init_device, fini_device, load_image and unload_image are called with a
   mutex of the device held, one at a time.

   Errors.  A hook that returns false, NULL or -1 has reported the cause with
   GOMP_PLUGIN_error before; run has no result: it ends the program with
   GOMP_PLUGIN_fatal, holding no lock.  */

#ifndef OFFGOMP_PLUGIN_H
#define OFFGOMP_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* GOMP_OFFLOAD_version returns this; libgomp wants equality.  */
#define GOMP_PLUGIN_VERSION 1

/* GOMP_OFFLOAD_get_caps: a bit mask.  */
enum gomp_plugin_capability
{
  GOMP_CAP_SHARED_MEM = 1,  /* host addresses are usable on the device */
  GOMP_CAP_NATIVE_EXEC = 2, /* device functions are the host's */
  GOMP_CAP_OPENMP_400 = 4,  /* OpenMP target regions */
  GOMP_CAP_OPENACC_200 = 8  /* OpenACC compute regions */
};

/* GOMP_OFFLOAD_get_type of the plugins that are known here; 2 is the host.
   x86emul's number is in x86emul_image.h.  */
enum gomp_plugin_type
{
  GOMP_TYPE_HOST = 2,
  GOMP_TYPE_NVPTX = 5,
  GOMP_TYPE_GCN = 8
};

/* Element of load_image's table: device address range of an entry.  A
   function: START is what run is given as FN, END is START + 1.  */
struct addr_pair
{
  uintptr_t start; /* first byte on the device, or a function's handle */
  uintptr_t end;   /* one past the last byte */
};

/* The target arguments that run gets as ARGS: words up to a NULL word.  */
#define GOMP_TARGET_ARG_TYPE_MASK 0x7f /* device type it is for; 0: all */
#define GOMP_TARGET_ARG_INDIRECT 0x80  /* the value is the next word */
#define GOMP_TARGET_ARG_ID_MASK 0xff00 /* one of the next two */
#define GOMP_TARGET_ARG_NUM_TEAMS 0x100
#define GOMP_TARGET_ARG_THREAD_LIMIT 0x200
#define GOMP_TARGET_ARG_VALUE_SHIFT 16 /* of a value in the word itself */
/* As a number of teams, from GCC 13 on: no teams construct, so one team.  GCC
   12 has 1 for that; 0 is a teams construct without a number, -1 one that only
   the device can compute.  */
#define GOMP_TARGET_ARG_NO_TEAMS (-2)

/* What ARGS say to a device of TYPE; 0: nothing.  */
static inline void
gomp_target_args_read (void **args, int type, int *num_teams, int *thread_limit)
{
  *num_teams = 0;
  *thread_limit = 0;
  while (args != NULL && *args != NULL)
    {
      intptr_t word = (intptr_t)*args++;
      int whose = (int)(word & GOMP_TARGET_ARG_TYPE_MASK);
      intptr_t value = word & GOMP_TARGET_ARG_INDIRECT
                           ? (intptr_t)*args++
                           : word >> GOMP_TARGET_ARG_VALUE_SHIFT;
      if (whose != 0 && whose != type)
        continue;
      if ((word & GOMP_TARGET_ARG_ID_MASK) == GOMP_TARGET_ARG_NUM_TEAMS)
        *num_teams = value == GOMP_TARGET_ARG_NO_TEAMS ? 1 : (int)value;
      else if ((word & GOMP_TARGET_ARG_ID_MASK) == GOMP_TARGET_ARG_THREAD_LIMIT)
        *thread_limit = (int)value;
    }
}

/* Copies to memory that the host sees are the plugin's from this size on, which
   may know more about getting that memory (rows first-copy-* in bench/).  */
#define GOMP_BULK_MIN ((size_t)1 << 20)

/* What host2dev_parts copies.  */
struct gomp_host_part
{
  const void *start; /* on the host */
  size_t size;
  size_t offset;   /* of its place on the device from DEVPTR */
  bool is_lasting; /* it stays as it is until the next region has ended */
};

/* Who needs what host2dev_parts copies.  */
enum gomp_copy_use
{
  GOMP_COPY_FOR_ALL,   /* anybody, when the call has returned */
  GOMP_COPY_FOR_REGION /* the region that the calling thread runs next: but
                          for further copies that is what it does next on
                          this device; others when the region has ended, or
                          after a copy for all */
};

/* What dev2host_pieces copies.  */
struct gomp_device_piece
{
  uintptr_t device; /* address there */
  void *host;
  size_t size;
};

struct goacc_asyncqueue; /* an OpenACC queue; the plugin's */

enum goacc_property
{
  GOACC_PROPERTY_MEMORY = 1,
  GOACC_PROPERTY_FREE_MEMORY = 2,
  GOACC_PROPERTY_NAME = 0x10001,
  GOACC_PROPERTY_VENDOR = 0x10002,
  GOACC_PROPERTY_DRIVER = 0x10003
};

union goacc_property_value
{
  const char *ptr; /* properties from 0x10001 on */
  size_t val;      /* the others */
};

/* The mapping checker.  A byte of state for each of device memory.  */
enum
{
  GOMP_CHECK_MAPPED = 1,  /* a region may access it */
  GOMP_CHECK_WRITTEN = 2, /* somebody gave it a value */
  GOMP_CHECK_DEVICE = 4,  /* the device did, since the last copy from or to the
                             host */
  GOMP_CHECK_HOST = 8,    /* the host's original changed since then */
  GOMP_CHECK_FREED = 16,  /* it was accessible once */
  GOMP_CHECK_OWN = 32,    /* the host gave its original a value of its own since
                             the device wrote this one */
  GOMP_CHECK_DROPPED = 64 /* a copy of the host's replaced what the device wrote
                             and the host never got */
};

/* What memory that nobody has written contains: so that it is seen when those
   write who do not tell the checker.  The same for each four bytes: what is
   copied whole, a structure that is, is like that in its new place, too.  */
static inline unsigned char
gomp_check_poison (uintptr_t device_address)
{
  return (unsigned char)(device_address % 4 * 167 + 13);
}

enum gomp_check_ability
{
  GOMP_CHECK_SHADOW = 1, /* check_shadow */
  GOMP_CHECK_ACCESS = 2, /* the images loaded tell of their accesses */
  GOMP_CHECK_PLAIN = 4   /* some image does not */
};

/* What a region did.  */
enum gomp_check_kind
{
  GOMP_CHECK_KIND_HOST = 1,  /* access to memory that is not the device's */
  GOMP_CHECK_KIND_BOUNDS,    /* access to device memory that is not mapped */
  GOMP_CHECK_KIND_FREED,     /* to what is mapped no longer, or freed */
  GOMP_CHECK_KIND_UNWRITTEN, /* read of what nobody wrote */
  GOMP_CHECK_KIND_STALE,     /* read of what the host has changed since */
  GOMP_CHECK_KINDS           /* one past the last */
};

/* What a region did with a byte.  */
enum gomp_check_mark
{
  GOMP_CHECK_MARK_READ = 1,
  GOMP_CHECK_MARK_WRITE = 2,
  GOMP_CHECK_MARK_ATOMIC_WRITE = 4, /* by an atomic operation */
  GOMP_CHECK_MARK_ATOMIC_READ = 8,  /* likewise, */
  GOMP_CHECK_MARK_ATOMIC_TOLD = 16  /* and it got the value */
};

#define GOMP_CHECK_PLACE_MAX 192
struct gomp_check_report
{
  uint32_t kind;        /* enum gomp_check_kind */
  uint32_t is_write;    /* 1: of a write */
  uint64_t address;     /* device address: the first byte that is meant */
  uint64_t start;       /* likewise: of the access */
  uint64_t size;        /* of the access, bytes */
  const void *function; /* the region's table start, or NULL */
  char place[GOMP_CHECK_PLACE_MAX]; /* "FILE:LINE<tab>EXPRESSION" */
};

/* Every hook once: HOOK (need, name, result, parameters).  N is the number
   that the plugin itself gives the device: 0 to get_num_devices () - 1.

   Need: ALWAYS mandatory; OPTIONAL; OPENMP mandatory with the capability
   OPENMP_400, OPENACC with OPENACC_200; CUDA optional, but all four or none;
   PRIVATE optional, known to this libgomp and its own plugins only.

   version, get_name, get_caps, get_type
     Constant.  get_type equals the target type that images register with.
   get_num_devices
     How many; below 1: none, and reason () may say why.  Called once.
   init_device, fini_device
     A device is initialised before all other calls that name it.
   load_image
     VERSION and DATA as registered by the program.  Stores a table of entries
     allocated with GOMP_PLUGIN_malloc: functions, variables, and one more for
     the variable (int) that receives the device number (0, 0: not in this
     image).  Returns their number, or -1.
   unload_image
     The image that was loaded with the same DATA.
   alloc, free
     Device memory.  alloc aligns as malloc does, or better.  NULL: exhausted.
   host2dev, dev2host, dev2dev
     Synchronous copies; dev2dev within one device.  Where there is host_view,
     libgomp calls host2dev for copies from GOMP_BULK_MIN on only.
   memcpy2d, memcpy3d
     Synchronous copies of rectangles (GCC 14's interface 3 has them too).  TO_N
     and FROM_N: the device, or -1 for the host; not two devices.  ROW: bytes,
     ROWS and PLANES: how many; ..._X (bytes), ..._Y, ..._Z: where it begins;
     ..._PITCH: bytes from row to row; ..._HEIGHT: rows from plane to plane.
     Return 1; 0: failed; -1: not supported, libgomp copies row by row.
   run
     FN: a function's table start; VARS: device address of the argument block
     (the hostaddrs array itself with SHARED_MEM; may be NULL when there are no
     arguments); ARGS: target arguments, valid during the call.  Returns when
     the region is done and its stores can be read with dev2host.
   async_run
     Starts the region and returns; calls GOMP_PLUGIN_target_task_completion
     (TASK) from any thread when it is done.  ARGS are valid until then.  That
     call queues what follows and returns: it waits for nothing and runs nothing
     of the program's.
   can_run
     False: the region runs on the host.
   own_async_run
     As async_run, and taken for it where there is none.  For plugins that load
     into GCC's libgomp too: with an async_run, that one can lose the wake-up of
     threads that wait in a barrier for the task (seen with 12.2).
   host2dev_parts
     As host2dev, several parts by one call: COUNT of them, their places one
     behind the other.  Bytes between two may be written with anything.  None,
     for all: what the calling thread copied before for a region is for all now.
   dev2host_pieces
     As dev2host, several by one call: COUNT > 0 of them, each behind the one
     before.  Bytes between two may be read.
   run_pieces
     As run, and then dev2host_pieces, whose result it returns.
   teams_defaults
     After init_device: what a teams construct has on device N without such
     clauses; 0: the plugin's choice.
   indirect_functions
     Before load_image: the image has COUNT functions that regions call by the
     host's pointers (declare target indirect, GCC 14); HOSTS: these, in the
     image's order.
   reverse_functions
     After load_image of the image with DATA, whose program requires reverse
     offload: stores where its functions are on the device, in the image's
     order; 0: what runs there never names it.  From now on, while a region of
     this image runs and asks for one of the host's (device (ancestor: 1)), the
     plugin calls GOMP_PLUGIN_target_rev, from a thread that waits for a region
     of the image, and the device goes on when that returns.  False: reported.
   host_view
     Address in this process through which [DEVPTR, DEVPTR + SIZE) can be read
     and written with plain loads and stores while no region uses it, or NULL.
     Stable as long as the memory is allocated.  NULL for all memory of a plugin
     that has host2dev_parts.
   has_failed
     The device has ended: what host_view shows is worth nothing, and dev2host
     tells why.
   reason
     Why get_num_devices returned less than 1; one line.
   try_alloc
     As alloc, but the cause of a failure goes to WHY, LENGTH bytes, instead of
     the user.
   check
     What the mapping checker (OFFLOAD_EMUL_CHECK) can do with device N: a sum
     of enum gomp_check_ability; 0: it is off.
   check_shadow
     The states (GOMP_CHECK_MAPPED...) of [DEVPTR, DEVPTR + SIZE) of device
     memory, a byte each, which libgomp sets; NULL: that is not all device
     memory.
   check_take
     Stores the next report of the device and returns true, as long as there is
     one that was not taken.  One caller at a time.
   check_note
     What the calling thread's next launch on device N accesses is noted under
     the number returned, from 1; 0: it is not, as too many are under way.
   check_noted
     After that launch: the marks (enum gomp_check_mark) of the bytes from
     DEVPTR on, at most *SIZE, which becomes how many these are; NULL: none of
     them has any.
   check_forget
     The note is not needed any more.
   function_name, function_source
     Symbol name ("main._omp_fn.0") and position ("file.c:12") of the region
     that FN, a table start, stands for; NULL: not known.  */
#define GOMP_PLUGIN_HOOKS(HOOK)                                                \
  HOOK (ALWAYS, version, unsigned, (void))                                     \
  HOOK (ALWAYS, get_name, const char *, (void))                                \
  HOOK (ALWAYS, get_caps, unsigned, (void))                                    \
  HOOK (ALWAYS, get_type, int, (void))                                         \
  HOOK (ALWAYS, get_num_devices, int, (void))                                  \
  HOOK (ALWAYS, init_device, bool, (int n))                                    \
  HOOK (ALWAYS, fini_device, bool, (int n))                                    \
  HOOK (ALWAYS, load_image, int,                                               \
        (int n, unsigned version, const void *data, struct addr_pair **table)) \
  HOOK (ALWAYS, unload_image, bool,                                            \
        (int n, unsigned version, const void *data))                           \
  HOOK (ALWAYS, alloc, void *, (int n, size_t size))                           \
  HOOK (ALWAYS, free, bool, (int n, void *devptr))                             \
  HOOK (ALWAYS, dev2host, bool,                                                \
        (int n, void *host, const void *devptr, size_t size))                  \
  HOOK (ALWAYS, host2dev, bool,                                                \
        (int n, void *devptr, const void *host, size_t size))                  \
  HOOK (OPENMP, dev2dev, bool,                                                 \
        (int n, void *to, const void *from, size_t size))                      \
  HOOK (OPTIONAL, memcpy2d, int,                                               \
        (int to_n, int from_n, size_t row, size_t rows, void *to, size_t to_x, \
         size_t to_y, size_t to_pitch, const void *from, size_t from_x,        \
         size_t from_y, size_t from_pitch))                                    \
  HOOK (OPTIONAL, memcpy3d, int,                                               \
        (int to_n, int from_n, size_t row, size_t rows, size_t planes,         \
         void *to, size_t to_x, size_t to_y, size_t to_z, size_t to_pitch,     \
         size_t to_height, const void *from, size_t from_x, size_t from_y,     \
         size_t from_z, size_t from_pitch, size_t from_height))                \
  HOOK (OPENMP, run, void, (int n, void *fn, void *vars, void **args))         \
  HOOK (OPTIONAL, async_run, void,                                             \
        (int n, void *fn, void *vars, void **args, void *task))                \
  HOOK (OPTIONAL, can_run, bool, (void *fn))                                   \
  HOOK (OPENACC, openacc_exec, void,                                           \
        (void (*fn) (void *), size_t count, void **hostaddrs, void **devaddrs, \
         unsigned *dims, void *descriptor))                                    \
  HOOK (OPENACC, openacc_create_thread_data, void *, (int n))                  \
  HOOK (OPENACC, openacc_destroy_thread_data, void, (void *data))              \
  HOOK (OPENACC, openacc_async_construct, struct goacc_asyncqueue *, (int n))  \
  HOOK (OPENACC, openacc_async_destruct, bool,                                 \
        (struct goacc_asyncqueue * queue))                                     \
  HOOK (OPENACC, openacc_async_test, int, (struct goacc_asyncqueue * queue))   \
  HOOK (OPENACC, openacc_async_synchronize, bool,                              \
        (struct goacc_asyncqueue * queue))                                     \
  HOOK (OPENACC, openacc_async_serialize, bool,                                \
        (struct goacc_asyncqueue * before, struct goacc_asyncqueue * after))   \
  HOOK (OPENACC, openacc_async_queue_callback, void,                           \
        (struct goacc_asyncqueue * queue, void (*callback) (void *),           \
         void *data))                                                          \
  HOOK (OPENACC, openacc_async_exec, void,                                     \
        (void (*fn) (void *), size_t count, void **hostaddrs, void **devaddrs, \
         unsigned *dims, void *descriptor, struct goacc_asyncqueue *queue))    \
  HOOK (OPENACC, openacc_async_dev2host, bool,                                 \
        (int n, void *host, const void *devptr, size_t size,                   \
         struct goacc_asyncqueue *queue))                                      \
  HOOK (OPENACC, openacc_async_host2dev, bool,                                 \
        (int n, void *devptr, const void *host, size_t size,                   \
         struct goacc_asyncqueue *queue))                                      \
  HOOK (OPENACC, openacc_get_property, union goacc_property_value,             \
        (int n, enum goacc_property property))                                 \
  HOOK (CUDA, openacc_cuda_get_current_device, void *, (void))                 \
  HOOK (CUDA, openacc_cuda_get_current_context, void *, (void))                \
  HOOK (CUDA, openacc_cuda_get_stream, void *,                                 \
        (struct goacc_asyncqueue * queue))                                     \
  HOOK (CUDA, openacc_cuda_set_stream, int,                                    \
        (struct goacc_asyncqueue * queue, void *stream))                       \
  HOOK (PRIVATE, own_async_run, void,                                          \
        (int n, void *fn, void *vars, void **args, void *task))                \
  HOOK (PRIVATE, host2dev_parts, bool,                                         \
        (int n, void *devptr, const struct gomp_host_part *part, size_t count, \
         enum gomp_copy_use use))                                              \
  HOOK (PRIVATE, dev2host_pieces, bool,                                        \
        (int n, const struct gomp_device_piece *piece, size_t count))          \
  HOOK (PRIVATE, run_pieces, bool,                                             \
        (int n, void *fn, void *vars, void **args,                             \
         const struct gomp_device_piece *piece, size_t count))                 \
  HOOK (PRIVATE, teams_defaults, void,                                         \
        (int n, int num_teams, int thread_limit))                              \
  HOOK (PRIVATE, indirect_functions, void,                                     \
        (int n, void *const *hosts, size_t count))                             \
  HOOK (PRIVATE, reverse_functions, bool,                                      \
        (int n, const void *data, uint64_t *functions))                        \
  HOOK (PRIVATE, host_view, void *, (int n, const void *devptr, size_t size))  \
  HOOK (PRIVATE, has_failed, bool, (int n))                                    \
  HOOK (PRIVATE, reason, const char *, (void))                                 \
  HOOK (PRIVATE, try_alloc, void *,                                            \
        (int n, size_t size, char *why, size_t length))                        \
  HOOK (PRIVATE, check, unsigned, (int n))                                     \
  HOOK (PRIVATE, check_shadow, unsigned char *,                                \
        (int n, const void *devptr, size_t size))                              \
  HOOK (PRIVATE, check_take, bool, (int n, struct gomp_check_report *report))  \
  HOOK (PRIVATE, check_note, unsigned, (int n))                                \
  HOOK (PRIVATE, check_noted, const unsigned char *,                           \
        (int n, unsigned note, const void *devptr, size_t *size))              \
  HOOK (PRIVATE, check_forget, void, (int n, unsigned note))                   \
  HOOK (PRIVATE, function_name, const char *, (int n, const void *fn))         \
  HOOK (PRIVATE, function_source, const char *, (int n, const void *fn))

/* Prototypes of all hooks, so that a plugin cannot drift from the table.  */
#define GOMP_PLUGIN_PROTOTYPE(need, name, result, parameters)                  \
  __attribute__ ((visibility ("default")))                                     \
  result GOMP_OFFLOAD_##name parameters;
GOMP_PLUGIN_HOOKS (GOMP_PLUGIN_PROTOTYPE)

/* What libgomp offers.  */
#define GOMP_PLUGIN_SERVICE __attribute__ ((visibility ("default")))
#define GOMP_PLUGIN_FORMAT(fmt, first)                                         \
  __attribute__ ((format (printf, fmt, first)))

/* Memory; end the program when there is none.  Freed with free.  */
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_malloc (size_t size);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_malloc_cleared (size_t size);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_realloc (void *ptr, size_t size);
/* Printed as it is where GOMP_DEBUG is set; KIND is ignored.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_debug (int kind, const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (2, 3);
/* "libgomp: TEXT" on stderr; the second also ends the program (status 1).  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_error (const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (1, 2);
GOMP_PLUGIN_SERVICE _Noreturn void GOMP_PLUGIN_fatal (const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (1, 2);
/* The region that async_run started with TASK is done.  Any thread.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_target_task_completion (void *task);

/* Run a region of the host for one on a device, which waits
   (reverse_functions): the function that is FN there, with COUNT clauses;
   HOSTS, SIZES, KINDS: where the device has their arrays.  DEVICE: the
   program's number.  Calls the plugin for copies meanwhile, which must not wait
   for what runs there.  Ends the program where it fails.  Not in GCC's libgomp
   before 13: look it up with dlsym.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_target_rev (uint64_t fn, uint64_t count,
                                                 uint64_t hosts, uint64_t sizes,
                                                 uint64_t kinds, int device);

/* Further services, which OpenACC plugins use.  */
struct goacc_thread;
struct acc_prof_info;
struct acc_event_info;
struct acc_api_info;
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_async_unmap_vars (void *ptr, int async);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_acc_thread (void);
GOMP_PLUGIN_SERVICE int GOMP_PLUGIN_acc_default_dim (unsigned i);
GOMP_PLUGIN_SERVICE struct goacc_thread *GOMP_PLUGIN_goacc_thread (void);
GOMP_PLUGIN_SERVICE void
GOMP_PLUGIN_goacc_profiling_dispatch (struct acc_prof_info *prof,
                                      struct acc_event_info *event,
                                      struct acc_api_info *api);

/* Of this libgomp alone (version node OFFGOMP_1.0): a plugin that shall load
   into another libgomp too looks them up with dlsym (RTLD_DEFAULT, ...).
   TYPE and N: get_type's value and the plugin's device number.  */

/* Say in BUF what address ADDR, met by a region on the device, is: inside,
   near or outside of which mapping, a host or a device address.  Returns the
   length of the whole text as snprintf does.  Async-signal unsafe; takes no
   lock.  */
size_t offgomp_explain_address (int type, int n, uint64_t addr, char *buf,
                                size_t len);
/* The program's number of a device that is being initialised, and how many
   devices the program has.  */
int offgomp_device_number (int type, int n, int *count);
/* Whether OFFLOAD_EMUL_CHECK asks for the mapping checker.  */
int offgomp_wants_check (void);
/* Name of the region whose device function is FN, or NULL.  */
const char *offgomp_region_name (int type, int n, const void *fn);
/* The CPUs that this process might use at its start, before libgomp bound any
   thread: copies up to WORDS words of their mask, returns how many it has; 0:
   not known.  */
size_t offgomp_process_cpus (unsigned long *mask, size_t words);
/* Device process only, before anything else of libgomp: this process is
   device DEVICE_NUM of NUM_DEVICES.  */
void offgomp_device_enter (int device_num, int num_devices);
/* Device process only: the calling thread runs a region in a new initial task;
   and the number of the region that it works for (0: none), async-signal
   safe.  */
struct offgomp_device_region
{
  void (*function) (void *); /* the region's code; may be called by several
                                threads, for teams that run at once */
  void *block;               /* its argument block */
  uint64_t tag;              /* the number; not 0 */
  int num_teams;             /* the target argument; 0: none */
  int thread_limit;          /* likewise */

  void (*crowded) (uint64_t tag); /* called when a team starts and the threads
                                     of the process, with one that waits for
                                     the region elsewhere, outnumber the CPUs;
                                     by any thread of the region; or NULL */
};
void offgomp_device_region_run (const struct offgomp_device_region *region);
uint64_t offgomp_device_region_tag (void);

#endif
