/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The contract between libgomp.so.1 and its offload plugins: what a
   libgomp-plugin-NAME.so.1 exports (GOMP_OFFLOAD_*), and what libgomp exports
   for it (GOMP_PLUGIN_*).  Binary interface 1, that of GCC 6 to 12.

   Threads. libgomp calls a plugin's alloc, free, host2dev, dev2host, dev2dev,
   run, async_run, can_run and the private hooks from any thread and without a
   lock, also concurrently; plugins of ours must allow this.  For a plugin that
   does not export host_view (a foreign one) libgomp serialises all of these
   except run, async_run and can_run with one mutex per device. init_device,
   fini_device, load_image and unload_image are called with a mutex of the
   device held, one at a time.

   Errors.  A hook that returns false, NULL or -1 has reported the cause with
   GOMP_PLUGIN_error before; run has no result: it ends the program with
   GOMP_PLUGIN_fatal.  Any hook may do that, but holding no lock of the plugin:
   exit handlers can use the device's other hooks.  libgomp gives back what it
   holds itself.  */

#ifndef OFFGOMP_PLUGIN_H
#define OFFGOMP_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check_states.h"
#include "target_args.h"

/* For C++.  */
#ifdef __cplusplus
#  define GOMP_PLUGIN_BEGIN                                                    \
    extern "C"                                                                 \
    {
#  define GOMP_PLUGIN_END }
#else
#  define GOMP_PLUGIN_BEGIN
#  define GOMP_PLUGIN_END
#endif
GOMP_PLUGIN_BEGIN

/* GOMP_OFFLOAD_version returns this; libgomp wants equality.  */
#define GOMP_PLUGIN_VERSION 1

/* GOMP_OFFLOAD_get_caps: a bit mask.  */
enum gomp_plugin_capability
{
  GOMP_CAP_SHARED_MEM = 1,  /* host addresses are usable on the device */
  GOMP_CAP_NATIVE_EXEC = 2, /* device functions are the host's */
  GOMP_CAP_OPENMP_400 = 4,  /* OpenMP target regions */
  GOMP_CAP_OPENACC_200 = 8, /* OpenACC compute regions */
  GOMP_CAP_REMOTE = 16      /* whatever is copied or run finds all that was
                               copied before; there is the hook lost */
};

/* GOMP_OFFLOAD_get_type of the host, and of GCC's plugins: so these numbers
   are in programs.  x86emul's is in x86emul_image.h.  No image has that of
   devices on other machines (image_type).  Other devices take one of their own,
   from 35 to 127.  */
enum gomp_plugin_type
{
  GOMP_TYPE_HOST = 2,
  GOMP_TYPE_NVPTX = 5,
  GOMP_TYPE_GCN = 8,
  GOMP_TYPE_CLUSTER = 33
};

/* What traits asks for; the words are those of OpenMP's context selectors. */
enum gomp_plugin_trait
{
  GOMP_TRAIT_KIND,  /* "cpu", "gpu", "fpga" */
  GOMP_TRAIT_ISA,   /* instruction sets */
  GOMP_TRAIT_ARCH,  /* "x86_64"; "nvptx nvptx64" */
  GOMP_TRAIT_VENDOR /* its maker: "nvidia", "amd" */
};

/* Element of load_image's table: device address range of an entry.  A
   function: START is what run is given as FN, END is START + 1.  */
struct addr_pair
{
  uintptr_t start; /* first byte on the device, or a function's handle */
  uintptr_t end;   /* one past the last byte */
};

/* What load_image returns of an image that is not for the device.  */
#define GOMP_IMAGE_UNSUITED (-2)

/* From this size on, the plugin makes copies to memory that the host sees,
   since it may know better how to obtain that memory (rows first-copy-* in
   bench/).  */
#define GOMP_BULK_MIN ((size_t)1 << 20)

/* What host2dev_parts copies.  */
struct gomp_host_part
{
  const void *start; /* on the host */
  size_t size;
  size_t offset;   /* of its place on the device from DEVPTR */
  bool is_lasting; /* it does not change until the next region has ended */
};

/* Which regions need the data that host2dev_parts copies.  */
enum gomp_copy_use
{
  GOMP_COPY_FOR_ALL,   /* anybody, when the call has returned */
  GOMP_COPY_FOR_REGION /* the calling thread's next region.  Except for further
                          copies, that region is the thread's next action on
                          this device.  Others may use the data when the region
                          has ended, or after a copy for all */
};

/* What dev2host_pieces copies.  */
struct gomp_device_piece
{
  uintptr_t device; /* address there */
  void *host;
  size_t size;
};

/* Most tasks that async_run_after is given.  */
#define GOMP_AFTER_MAX 16
/* Most bytes of a zone of `guard'.  */
#define GOMP_ZONE_MAX 64u

/* Where a region runs whose device is lost.  */
enum gomp_lost_way
{
  GOMP_LOST_STOP, /* nowhere: the program ends */
  GOMP_LOST_HOST,
  GOMP_LOST_AGAIN /* on another device of the plugin; else on the host */
};

/* What a plugin knows of a lost device.  Texts are valid until the thread's
   next call.  */
struct gomp_lost
{
  enum gomp_lost_way way; /* as the user wishes */
  bool is_news;           /* nobody was told of it yet */
  const char *text;       /* the device, and what has happened */
  const char *obstacle;   /* why the region cannot run elsewhere, or NULL */
  uintptr_t start;        /* its memory */
  uintptr_t end;
};

/* Foreign runtimes, as OpenMP numbers them (omp_interop_fr_t).  */
enum gomp_foreign_runtime
{
  GOMP_FOREIGN_CUDA = 1,
  GOMP_FOREIGN_CUDA_DRIVER = 2,
  GOMP_FOREIGN_HIP = 5
};

/* What the foreign runtimes of a device know it by.  */
struct gomp_foreign
{
  unsigned runtimes;       /* bit N: it has the runtime of number N */
  int runtime;             /* the one for programs that prefer none of these */
  int vendor;              /* as OpenMP numbers them */
  const char *vendor_name; /* OpenMP's word; constant */
  int device;              /* the device, for each of the runtimes */
  void *context;           /* its context, for those that have contexts */
};

struct named_image;        /* named_image.h */
struct ompt_record_ompt_t; /* omp-tools.h */
struct goacc_asyncqueue;   /* an OpenACC queue; the plugin's */

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

/* Prototypes of all hooks, so that a plugin cannot drift from the table.  */
#define HOOK(need, name, result, parameters)                                   \
  __attribute__ ((visibility ("default")))                                     \
  result GOMP_OFFLOAD_##name parameters;
#include "hooks.def"
#undef HOOK

/* What libgomp offers.  */
#define GOMP_PLUGIN_SERVICE __attribute__ ((visibility ("default")))
#define GOMP_PLUGIN_FORMAT(fmt, first)                                         \
  __attribute__ ((format (printf, fmt, first)))

/* Allocate memory; end the program if it is exhausted.  Freed with free.  */
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_malloc (size_t size);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_malloc_cleared (size_t size);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_realloc (void *ptr, size_t size);
/* Print the text unchanged if GOMP_DEBUG is set; KIND is ignored.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_debug (int kind, const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (2, 3);
/* "libgomp: TEXT" on stderr; the second also ends the program (status 1).  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_error (const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (1, 2);
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_fatal (const char *fmt, ...)
    GOMP_PLUGIN_FORMAT (1, 2) __attribute__ ((noreturn));
/* The region that async_run started with TASK has ended.  Any thread.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_target_task_completion (void *task);

/* Run a region of the host for a waiting region on a device
   (reverse_functions): the function that has the device address FN, with COUNT
   clauses; HOSTS, SIZES, KINDS: device addresses of their arrays.  DEVICE: the
   program's number.  Calls the plugin for copies meanwhile, which must not wait
   for running regions.  Ends the program if it fails.  Not in GCC's libgomp
   before 13: look it up with dlsym.  */
GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_target_rev (uint64_t fn, uint64_t count,
                                                 uint64_t hosts, uint64_t sizes,
                                                 uint64_t kinds, int device);

/* Further services, which OpenACC plugins use.  */
struct acc_prof_info;
union acc_event_info;
struct acc_api_info;

/* The data of a thread that uses OpenACC, for plugins; the layout is GCC's.
   While the thread executes a construct or routine, and functions are
   registered for its events (acc_prof.h), prof_info and api_info describe
   it.  */
struct goacc_thread
{
  void *base_device;
  void *device;
  void *saved_device;
  void *data;
  struct acc_prof_info *prof_info; /* or NULL */
  struct acc_api_info *api_info;   /* or NULL */
  bool prof_enabled;               /* the thread's events are wanted */
  struct goacc_thread *next;
  void *plugin_data; /* openacc_create_thread_data's */
};

GOMP_PLUGIN_SERVICE void GOMP_PLUGIN_async_unmap_vars (void *ptr, int async);
GOMP_PLUGIN_SERVICE void *GOMP_PLUGIN_acc_thread (void);
GOMP_PLUGIN_SERVICE int GOMP_PLUGIN_acc_default_dim (unsigned i);
GOMP_PLUGIN_SERVICE struct goacc_thread *GOMP_PLUGIN_goacc_thread (void);
GOMP_PLUGIN_SERVICE void
GOMP_PLUGIN_goacc_profiling_dispatch (struct acc_prof_info *prof,
                                      union acc_event_info *event,
                                      struct acc_api_info *api);

/* Only in this libgomp (version node OFFGOMP_1.0): a plugin that should also
   load into another libgomp looks them up with dlsym (RTLD_DEFAULT, ...).  TYPE
   and N: get_type's value and the plugin's device number.  */

/* Describe in BUF the address ADDR that a region on the device used: inside,
   near or outside of which mapping, a host or a device address.  Returns the
   length of the whole text, like snprintf.  Not async-signal safe; takes no
   lock.  */
size_t offgomp_explain_address (int type, int n, uint64_t addr, char *buf,
                                size_t len);
/* The program's number of a device that is being initialised, and how many
   devices the program has.  */
int offgomp_device_number (int type, int n, int *count);
/* Whether OFFLOAD_EMUL_CHECK asks for the mapping checker.  */
int offgomp_wants_check (void);
/* Whether emulated devices are to share the host's memory.  */
int offgomp_wants_shared (void);
/* The program shall end with STATUS, unless that is 0, instead of its own exit
   status: called while the device is finalised.  */
void offgomp_end_with (int status);
/* Name of the region whose device function is FN, or NULL.  */
const char *offgomp_region_name (int type, int n, const void *fn);
/* The CPUs that this process could use at its start, before libgomp bound any
   thread: copies up to WORDS words of their mask, and returns the number of its
   words; 0: not known.  */
size_t offgomp_process_cpus (unsigned long *mask, size_t words);
/* Device process only, before anything else of libgomp: this process is
   device DEVICE_NUM of NUM_DEVICES.  */
void offgomp_device_enter (int device_num, int num_devices);
/* Device process only: the calling thread runs a region in a new initial
   task; and the number of the region that it works for (0: none),
   async-signal safe.  */
struct offgomp_device_region
{
  void (*function) (void *); /* the region's code; may be called by several
                                threads, for teams that run at once */
  void *block;               /* its argument block */
  uint64_t tag;              /* the number; not 0 */
  int num_teams;             /* the target argument; 0: none */
  int thread_limit;          /* likewise */

  void (*crowded) (uint64_t tag); /* called by any thread of the region, when a
                                     team starts and the threads of the process,
                                     plus one that waits for the region
                                     elsewhere, outnumber the CPUs; or NULL */
};
void offgomp_device_region_run (const struct offgomp_device_region *region);
/* As the former, after offgomp_device_record, and if offgomp_device_observes
   returns true: for a debugger, OMP_DEBUG.  */
bool offgomp_device_observes (void);
void
offgomp_device_region_run_observed (const struct offgomp_device_region *region);
/* In the program's process: the calling thread runs a region of its device
   DEVICE, the program's number.  Tags are below 2^32 then;
   offgomp_device_region_tag adds the number, from 1, in the upper half.  The
   plugin has called offgomp_device_enter_threads before it had threads.  */
void
offgomp_device_region_run_shared (const struct offgomp_device_region *region,
                                  int device);
void offgomp_device_enter_threads (void);
uint64_t offgomp_device_region_tag (void);
/* Has a thread of the library's own ended in a region, by a system call?  False
   also if the answer would take time.  */
bool offgomp_device_thread_lost (void);
/* Device process only: from now on, put gets a record of each event whose type,
   an ompt_callbacks_t, is wanted; on the thread of the event, which holds no
   lock.  The record lacks target_id.  Called once.  */
struct offgomp_device_recorder
{
  bool (*wants) (int type);
  void (*put) (struct ompt_record_ompt_t *record);
};
void offgomp_device_record (const struct offgomp_device_recorder *recorder);

GOMP_PLUGIN_END

#endif
