/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling interface (OpenACC 2.6 chapter 5): a library registers
   functions that are called when something happens.  */

#ifndef _ACC_PROF_H
#define _ACC_PROF_H 1

#pragma GCC system_header

#ifndef _OPENACC_H
#  include "openacc.h"
#endif

#ifdef __cplusplus
extern "C" {
#  if __cplusplus >= 201103L
#    define __GOACC_PROF_NOTHROW noexcept
#  else
#    define __GOACC_PROF_NOTHROW throw ()
#  endif
#else
#  define __GOACC_PROF_NOTHROW __attribute__ ((__nothrow__))
#endif

typedef enum acc_event_t
{
  acc_ev_none = 0,
  acc_ev_device_init_start = 1,
  acc_ev_device_init_end = 2,
  acc_ev_device_shutdown_start = 3,
  acc_ev_device_shutdown_end = 4,
  acc_ev_runtime_shutdown = 5,
  acc_ev_create = 6,
  acc_ev_delete = 7,
  acc_ev_alloc = 8,
  acc_ev_free = 9,
  acc_ev_enter_data_start = 10,
  acc_ev_enter_data_end = 11,
  acc_ev_exit_data_start = 12,
  acc_ev_exit_data_end = 13,
  acc_ev_update_start = 14,
  acc_ev_update_end = 15,
  acc_ev_compute_construct_start = 16,
  acc_ev_compute_construct_end = 17,
  acc_ev_enqueue_launch_start = 18,
  acc_ev_enqueue_launch_end = 19,
  acc_ev_enqueue_upload_start = 20,
  acc_ev_enqueue_upload_end = 21,
  acc_ev_enqueue_download_start = 22,
  acc_ev_enqueue_download_end = 23,
  acc_ev_wait_start = 24,
  acc_ev_wait_end = 25,
  acc_ev_last = 26
} acc_event_t;

typedef enum acc_construct_t
{
  acc_construct_parallel = 0,
  acc_construct_kernels = 1,
  acc_construct_loop = 2,
  acc_construct_data = 3,
  acc_construct_enter_data = 4,
  acc_construct_exit_data = 5,
  acc_construct_host_data = 6,
  acc_construct_atomic = 7,
  acc_construct_declare = 8,
  acc_construct_init = 9,
  acc_construct_shutdown = 10,
  acc_construct_set = 11,
  acc_construct_update = 12,
  acc_construct_routine = 13,
  acc_construct_wait = 14,
  acc_construct_runtime_api = 15,
  acc_construct_serial = 16
} acc_construct_t;

typedef enum acc_device_api
{
  acc_device_api_none = 0,
  acc_device_api_cuda = 1,
  acc_device_api_opencl = 2,
  acc_device_api_coi = 3,
  acc_device_api_other = 4
} acc_device_api;

typedef enum acc_register_t
{
  acc_reg = 0,
  acc_toggle = 1,
  acc_toggle_per_thread = 2
} acc_register_t;

/* The types that the specification names without a header.  */
typedef signed long int _acc_prof_ssize_t;
typedef unsigned long int _acc_prof_size_t;
typedef int _acc_prof_int_t;

/* The member "valid_bytes" of each structure: bytes up to the end of the last
   member that this version knows, which later versions may follow with more.
   What is not known: -1 as a number, a null pointer.  */
#define _ACC_PROF_VALID_BYTES(type, last)                                      \
  (__builtin_offsetof (type, last) + sizeof (((type *)0)->last))

/* Where and when: for every event.  */
typedef struct acc_prof_info
{
  acc_event_t event_type;
  _acc_prof_int_t valid_bytes;
  _acc_prof_int_t version;
  acc_device_t device_type;
  _acc_prof_int_t device_number;
  _acc_prof_int_t thread_id;
  _acc_prof_ssize_t async;
  _acc_prof_ssize_t async_queue;
  const char *src_file;
  const char *func_name;
  _acc_prof_int_t line_no, end_line_no;
  _acc_prof_int_t func_line_no, func_end_line_no;
} acc_prof_info;
#define _ACC_PROF_INFO_VALID_BYTES                                             \
  _ACC_PROF_VALID_BYTES (acc_prof_info, func_end_line_no)
#define _ACC_PROF_INFO_VERSION 201711

typedef struct acc_data_event_info
{
  acc_event_t event_type;
  _acc_prof_int_t valid_bytes;
  acc_construct_t parent_construct;
  _acc_prof_int_t implicit;
  void *tool_info;
  const char *var_name;
  _acc_prof_size_t bytes;
  const void *host_ptr;
  const void *device_ptr;
} acc_data_event_info;
#define _ACC_DATA_EVENT_INFO_VALID_BYTES                                       \
  _ACC_PROF_VALID_BYTES (acc_data_event_info, device_ptr)

typedef struct acc_launch_event_info
{
  acc_event_t event_type;
  _acc_prof_int_t valid_bytes;
  acc_construct_t parent_construct;
  _acc_prof_int_t implicit;
  void *tool_info;
  const char *kernel_name;
  _acc_prof_size_t num_gangs, num_workers, vector_length;
} acc_launch_event_info;
#define _ACC_LAUNCH_EVENT_INFO_VALID_BYTES                                     \
  _ACC_PROF_VALID_BYTES (acc_launch_event_info, vector_length)

typedef struct acc_other_event_info
{
  acc_event_t event_type;
  _acc_prof_int_t valid_bytes;
  acc_construct_t parent_construct;
  _acc_prof_int_t implicit;
  void *tool_info;
} acc_other_event_info;
#define _ACC_OTHER_EVENT_INFO_VALID_BYTES                                      \
  _ACC_PROF_VALID_BYTES (acc_other_event_info, tool_info)

typedef union acc_event_info
{
  acc_event_t event_type;
  acc_data_event_info data_event;
  acc_launch_event_info launch_event;
  acc_other_event_info other_event;
} acc_event_info;

/* What the device's own interface calls it.  */
typedef struct acc_api_info
{
  acc_device_api device_api;
  _acc_prof_int_t valid_bytes;
  acc_device_t device_type;
  _acc_prof_int_t vendor;
  const void *device_handle;
  const void *context_handle;
  const void *async_handle;
} acc_api_info;
#define _ACC_API_INFO_VALID_BYTES                                              \
  _ACC_PROF_VALID_BYTES (acc_api_info, async_handle)

/* Functions that the program or its profiling library defines may throw.  */
typedef void (*acc_prof_callback) (acc_prof_info *, acc_event_info *,
                                   acc_api_info *);
typedef void (*acc_prof_reg) (acc_event_t, acc_prof_callback, acc_register_t);
typedef void (*acc_query_fn) ();
typedef acc_query_fn (*acc_prof_lookup_func) (const char *);

extern void acc_prof_register (acc_event_t, acc_prof_callback,
                               acc_register_t) __GOACC_PROF_NOTHROW;
extern void acc_prof_unregister (acc_event_t, acc_prof_callback,
                                 acc_register_t) __GOACC_PROF_NOTHROW;
extern acc_query_fn acc_prof_lookup (const char *) __GOACC_PROF_NOTHROW;
/* The library named by ACC_PROFLIB defines this.  */
extern void acc_register_library (acc_prof_reg, acc_prof_reg,
                                  acc_prof_lookup_func);

#undef __GOACC_PROF_NOTHROW
#ifdef __cplusplus
}
#endif

#endif
