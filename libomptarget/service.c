/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls that are not constructs: LLVM's own routines for programs, and the
   calls of its libraries and tools.  A device starts at its first use, even if
   a call asks for an earlier start.  libgomp.so.1 does asynchronous work.  */

#include <stdlib.h>

#include "libomptarget.h"
#include "routines.h"

EXPORT void __tgt_init_all_rtls (void);
EXPORT void __tgt_rtl_init (void);
EXPORT void __tgt_rtl_deinit (void);
EXPORT void __tgt_set_info_flag (uint32_t flags);
EXPORT int __tgt_print_device_info (int64_t device);
EXPORT void __tgt_target_nowait_query (void **handle);
EXPORT int __tgt_activate_record_replay (int64_t device, uint64_t memory,
                                         void *address, bool is_record,
                                         bool saves_output, uint64_t *count);
EXPORT int __tgt_target_kernel_replay (void);
EXPORT void ompx_dump_mapping_tables (void);

EXPORT void *llvm_omp_target_alloc_device (size_t size, int device);
EXPORT void *llvm_omp_target_alloc_host (size_t size, int device);
EXPORT void *llvm_omp_target_alloc_shared (size_t size, int device);
EXPORT void llvm_omp_target_free_device (void *memory, int device);
EXPORT void llvm_omp_target_free_host (void *memory, int device);
EXPORT void llvm_omp_target_free_shared (void *memory, int device);
EXPORT void *llvm_omp_target_lock_mem (void *memory, size_t size, int device);
EXPORT void llvm_omp_target_unlock_mem (void *memory, int device);
EXPORT void *llvm_omp_target_dynamic_shared_alloc (void);
EXPORT void *llvm_omp_get_dynamic_shared (void);

/* ---- Nothing to do.  */

void
__tgt_init_all_rtls (void)
{
}

void
__tgt_rtl_init (void)
{
}

void
__tgt_rtl_deinit (void)
{
}

/* Reports are those of GOMP_OFFLOAD_INFO.  */
void
__tgt_set_info_flag (uint32_t flags)
{
  (void)flags;
}

/* No work is left under way.  */
void
__tgt_target_nowait_query (void **handle)
{
  *handle = NULL;
}

/* ---- Not offered.  */

int
__tgt_print_device_info (int64_t device)
{
  (void)device;
  core.warning ("__tgt_print_device_info prints nothing here\n"
                "  hint: offgomp-info reports devices");
  return 0;
}

void
ompx_dump_mapping_tables (void)
{
  core.warning ("ompx_dump_mapping_tables prints nothing here\n"
                "  hint: GOMP_OFFLOAD_INFO=all reports mappings");
}

int
__tgt_activate_record_replay (int64_t device, uint64_t memory, void *address,
                              bool is_record, bool saves_output,
                              uint64_t *count)
{
  (void)device, (void)memory, (void)address;
  (void)is_record, (void)saves_output, (void)count;
  core.fatal ("__tgt_activate_record_replay: regions cannot be recorded here");
}

int
__tgt_target_kernel_replay (void)
{
  core.fatal ("__tgt_target_kernel_replay: regions cannot be replayed here");
}

/* Clang does not emit these calls for any construct that was tried, so what
   they get is not known.  */
#define NOT_KNOWN(name)                                                        \
  EXPORT void name (void);                                                     \
  void name (void)                                                             \
  {                                                                            \
    core.fatal (#name ": this call of newer code is not known here");          \
  }
NOT_KNOWN (__tgt_interop_get)
NOT_KNOWN (__tgt_interop_release)
NOT_KNOWN (__tgt_interop_use60)
NOT_KNOWN (__tgt_target_sync)

/* ---- Memory.  */

void *
llvm_omp_target_alloc_device (size_t size, int device)
{
  return ((void *(*)(size_t, int))omptarget_at_omp_target_alloc) (size, device);
}

void
llvm_omp_target_free_device (void *memory, int device)
{
  ((void (*) (void *, int))omptarget_at_omp_target_free) (memory, device);
}

/* The host's own, from which copies to devices are made.  */
void *
llvm_omp_target_alloc_host (size_t size, int device)
{
  (void)device;
  return malloc (size);
}

void
llvm_omp_target_free_host (void *memory, int device)
{
  (void)device;
  free (memory);
}

/* No memory has the same address for the host and a device.  */
void *
llvm_omp_target_alloc_shared (size_t size, int device)
{
  (void)size, (void)device;
  return NULL;
}

void
llvm_omp_target_free_shared (void *memory, int device)
{
  (void)memory, (void)device;
}

void *
llvm_omp_target_lock_mem (void *memory, size_t size, int device)
{
  (void)size, (void)device;
  return memory;
}

void
llvm_omp_target_unlock_mem (void *memory, int device)
{
  (void)memory, (void)device;
}

/* A team's memory, which GPUs have.  */
void *
llvm_omp_target_dynamic_shared_alloc (void)
{
  return NULL;
}

void *
llvm_omp_get_dynamic_shared (void)
{
  return NULL;
}
