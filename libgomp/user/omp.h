/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The OpenMP runtime library routines for C and C++ (OpenMP 5.1 section 3,
   and those of 5.2 and 6.0 that GCC 13 to 16 know).  */

#ifndef _OMP_H
#define _OMP_H 1

#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#  define __OMP_NOTHROW throw ()
#  if __cplusplus >= 201103L
#    undef __OMP_NOTHROW
#    define __OMP_NOTHROW noexcept
#    define __OMP_ENUM_BASE(type) : type
#  else
#    define __OMP_ENUM_BASE(type)
#  endif
#  define __OMP_DEFAULT(value) = value
#else
#  define __OMP_NOTHROW __attribute__ ((__nothrow__))
#  define __OMP_ENUM_BASE(type)
#  define __OMP_DEFAULT(value)
#endif

#define __OMP_UINTPTR_MAX __UINTPTR_MAX__

typedef __UINTPTR_TYPE__ omp_uintptr_t;

/* Locks: the layout is part of the binary interface.  */
typedef struct
{
  int __omp_lock;
} omp_lock_t;

typedef struct
{
  int __omp_lock;
  int __omp_count;
  void *__omp_owner;
} omp_nest_lock_t;

typedef enum omp_sync_hint_t
{
  omp_sync_hint_none = 0,
  omp_sync_hint_uncontended = 1,
  omp_sync_hint_contended = 2,
  omp_sync_hint_nonspeculative = 4,
  omp_sync_hint_speculative = 8,
  omp_lock_hint_none = omp_sync_hint_none,
  omp_lock_hint_uncontended = omp_sync_hint_uncontended,
  omp_lock_hint_contended = omp_sync_hint_contended,
  omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
  omp_lock_hint_speculative = omp_sync_hint_speculative
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

typedef enum omp_sched_t
{
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4,
  omp_sched_monotonic = 0x80000000U
} omp_sched_t;

typedef enum omp_proc_bind_t
{
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_primary = 2,
  omp_proc_bind_master = omp_proc_bind_primary,
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_pause_resource_t
{
  omp_pause_soft = 1,
  omp_pause_hard = 2
} omp_pause_resource_t;

/* Device numbers with a meaning of their own.  */
enum
{
  omp_initial_device = -1,
  omp_invalid_device = -4,
  omp_default_device = -5
};

typedef struct __attribute__ ((__aligned__ (sizeof (void *)))) omp_depend_t
{
  char __omp_depend[2 * sizeof (void *)];
} omp_depend_t;

typedef enum omp_event_handle_t __OMP_ENUM_BASE (__UINTPTR_TYPE__)
{
  __omp_event_handle_max = __OMP_UINTPTR_MAX
} omp_event_handle_t;

/* Memory spaces, allocators and traits.  */
typedef enum omp_memspace_handle_t __OMP_ENUM_BASE (__UINTPTR_TYPE__)
{
  omp_default_mem_space = 0,
  omp_large_cap_mem_space = 1,
  omp_const_mem_space = 2,
  omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4,
  ompx_gnu_managed_mem_space = 200,
  __omp_memspace_handle_max = __OMP_UINTPTR_MAX
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t __OMP_ENUM_BASE (__UINTPTR_TYPE__)
{
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8,
  ompx_gnu_pinned_mem_alloc = 200,
  ompx_gnu_managed_mem_alloc = 201,
  __omp_allocator_handle_max = __OMP_UINTPTR_MAX
} omp_allocator_handle_t;

typedef enum omp_alloctrait_key_t
{
  omp_atk_sync_hint = 1,
  omp_atk_alignment = 2,
  omp_atk_access = 3,
  omp_atk_pool_size = 4,
  omp_atk_fallback = 5,
  omp_atk_fb_data = 6,
  omp_atk_pinned = 7,
  omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t
{
  omp_atv_default = (__UINTPTR_TYPE__)-1,
  omp_atv_false = 0,
  omp_atv_true = 1,
  omp_atv_contended = 3,
  omp_atv_uncontended = 4,
  omp_atv_serialized = 5,
  omp_atv_sequential = omp_atv_serialized,
  omp_atv_private = 6,
  omp_atv_all = 7,
  omp_atv_thread = 8,
  omp_atv_pteam = 9,
  omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11,
  omp_atv_null_fb = 12,
  omp_atv_abort_fb = 13,
  omp_atv_allocator_fb = 14,
  omp_atv_environment = 15,
  omp_atv_nearest = 16,
  omp_atv_blocked = 17,
  omp_atv_interleaved = 18
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t
{
  omp_alloctrait_key_t key;
  __UINTPTR_TYPE__ value;
} omp_alloctrait_t;

typedef enum omp_control_tool_t
{
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t
{
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

/* Interoperability objects.  */
typedef enum omp_interop_t __OMP_ENUM_BASE (__UINTPTR_TYPE__)
{
  omp_interop_none = 0,
  __omp_interop_max = __OMP_UINTPTR_MAX
} omp_interop_t;

typedef enum omp_interop_fr_t
{
  omp_ifr_cuda = 1,
  omp_ifr_cuda_driver = 2,
  omp_ifr_opencl = 3,
  omp_ifr_sycl = 4,
  omp_ifr_hip = 5,
  omp_ifr_level_zero = 6,
  omp_ifr_hsa = 7,
  omp_ifr_last = omp_ifr_hsa
} omp_interop_fr_t;

typedef enum omp_interop_property_t
{
  omp_ipr_fr_id = -1,
  omp_ipr_fr_name = -2,
  omp_ipr_vendor = -3,
  omp_ipr_vendor_name = -4,
  omp_ipr_device_num = -5,
  omp_ipr_platform = -6,
  omp_ipr_device = -7,
  omp_ipr_device_context = -8,
  omp_ipr_targetsync = -9,
  omp_ipr_first = omp_ipr_targetsync
} omp_interop_property_t;

typedef enum omp_interop_rc_t
{
  omp_irc_no_value = 1,
  omp_irc_success = 0,
  omp_irc_empty = -1,
  omp_irc_out_of_range = -2,
  omp_irc_type_int = -3,
  omp_irc_type_ptr = -4,
  omp_irc_type_str = -5,
  omp_irc_other = -6
} omp_interop_rc_t;

/* Parallel regions.  */
extern void omp_set_num_threads (int) __OMP_NOTHROW;
extern int omp_get_num_threads (void) __OMP_NOTHROW;
extern int omp_get_max_threads (void) __OMP_NOTHROW;
extern int omp_get_thread_num (void) __OMP_NOTHROW;
extern int omp_get_num_procs (void) __OMP_NOTHROW;
extern int omp_in_parallel (void) __OMP_NOTHROW;
extern void omp_set_dynamic (int) __OMP_NOTHROW;
extern int omp_get_dynamic (void) __OMP_NOTHROW;
extern int omp_get_cancellation (void) __OMP_NOTHROW;
extern void omp_set_nested (int) __OMP_NOTHROW
    __attribute__ ((__deprecated__));
extern int omp_get_nested (void) __OMP_NOTHROW
    __attribute__ ((__deprecated__));
extern void omp_set_schedule (omp_sched_t, int) __OMP_NOTHROW;
extern void omp_get_schedule (omp_sched_t *, int *) __OMP_NOTHROW;
extern int omp_get_thread_limit (void) __OMP_NOTHROW;
extern int omp_get_supported_active_levels (void) __OMP_NOTHROW;
extern void omp_set_max_active_levels (int) __OMP_NOTHROW;
extern int omp_get_max_active_levels (void) __OMP_NOTHROW;
extern int omp_get_level (void) __OMP_NOTHROW;
extern int omp_get_ancestor_thread_num (int) __OMP_NOTHROW;
extern int omp_get_team_size (int) __OMP_NOTHROW;
extern int omp_get_active_level (void) __OMP_NOTHROW;

/* Affinity.  */
extern omp_proc_bind_t omp_get_proc_bind (void) __OMP_NOTHROW;
extern int omp_get_num_places (void) __OMP_NOTHROW;
extern int omp_get_place_num_procs (int) __OMP_NOTHROW;
extern void omp_get_place_proc_ids (int, int *) __OMP_NOTHROW;
extern int omp_get_place_num (void) __OMP_NOTHROW;
extern int omp_get_partition_num_places (void) __OMP_NOTHROW;
extern void omp_get_partition_place_nums (int *) __OMP_NOTHROW;
extern void omp_set_affinity_format (const char *) __OMP_NOTHROW;
extern __SIZE_TYPE__ omp_get_affinity_format (char *, __SIZE_TYPE__)
    __OMP_NOTHROW;
extern void omp_display_affinity (const char *) __OMP_NOTHROW;
extern __SIZE_TYPE__ omp_capture_affinity (char *, __SIZE_TYPE__, const char *)
    __OMP_NOTHROW;

/* Teams.  */
extern int omp_get_num_teams (void) __OMP_NOTHROW;
extern int omp_get_team_num (void) __OMP_NOTHROW;
extern void omp_set_num_teams (int) __OMP_NOTHROW;
extern int omp_get_max_teams (void) __OMP_NOTHROW;
extern void omp_set_teams_thread_limit (int) __OMP_NOTHROW;
extern int omp_get_teams_thread_limit (void) __OMP_NOTHROW;

/* Tasks.  */
extern int omp_get_max_task_priority (void) __OMP_NOTHROW;
extern int omp_in_final (void) __OMP_NOTHROW;
extern int omp_in_explicit_task (void) __OMP_NOTHROW;
extern void omp_fulfill_event (omp_event_handle_t) __OMP_NOTHROW;

/* Locks.  */
extern void omp_init_lock (omp_lock_t *) __OMP_NOTHROW;
extern void omp_init_lock_with_hint (omp_lock_t *, omp_sync_hint_t)
    __OMP_NOTHROW;
extern void omp_destroy_lock (omp_lock_t *) __OMP_NOTHROW;
extern void omp_set_lock (omp_lock_t *) __OMP_NOTHROW;
extern void omp_unset_lock (omp_lock_t *) __OMP_NOTHROW;
extern int omp_test_lock (omp_lock_t *) __OMP_NOTHROW;
extern void omp_init_nest_lock (omp_nest_lock_t *) __OMP_NOTHROW;
extern void omp_init_nest_lock_with_hint (omp_nest_lock_t *, omp_sync_hint_t)
    __OMP_NOTHROW;
extern void omp_destroy_nest_lock (omp_nest_lock_t *) __OMP_NOTHROW;
extern void omp_set_nest_lock (omp_nest_lock_t *) __OMP_NOTHROW;
extern void omp_unset_nest_lock (omp_nest_lock_t *) __OMP_NOTHROW;
extern int omp_test_nest_lock (omp_nest_lock_t *) __OMP_NOTHROW;

/* Time.  */
extern double omp_get_wtime (void) __OMP_NOTHROW;
extern double omp_get_wtick (void) __OMP_NOTHROW;

/* Devices.  */
extern void omp_set_default_device (int) __OMP_NOTHROW;
extern int omp_get_default_device (void) __OMP_NOTHROW;
extern int omp_get_num_devices (void) __OMP_NOTHROW;
extern int omp_get_device_num (void) __OMP_NOTHROW;
extern int omp_get_initial_device (void) __OMP_NOTHROW;
extern int omp_is_initial_device (void) __OMP_NOTHROW;
extern int omp_get_device_from_uid (const char *) __OMP_NOTHROW;
extern const char *omp_get_uid_from_device (int) __OMP_NOTHROW;
extern int omp_pause_resource (omp_pause_resource_t, int) __OMP_NOTHROW;
extern int omp_pause_resource_all (omp_pause_resource_t) __OMP_NOTHROW;

/* Memory of devices.  */
extern void *omp_target_alloc (__SIZE_TYPE__, int) __OMP_NOTHROW;
extern void omp_target_free (void *, int) __OMP_NOTHROW;
extern int omp_target_is_present (const void *, int) __OMP_NOTHROW;
extern int omp_target_is_accessible (const void *, __SIZE_TYPE__, int)
    __OMP_NOTHROW;
extern int omp_target_memcpy (void *, const void *, __SIZE_TYPE__,
                              __SIZE_TYPE__, __SIZE_TYPE__, int, int)
    __OMP_NOTHROW;
extern int omp_target_memcpy_async (void *, const void *, __SIZE_TYPE__,
                                    __SIZE_TYPE__, __SIZE_TYPE__, int, int,
                                    int, omp_depend_t *) __OMP_NOTHROW;
extern int omp_target_memcpy_rect (void *, const void *, __SIZE_TYPE__, int,
                                   const __SIZE_TYPE__ *,
                                   const __SIZE_TYPE__ *,
                                   const __SIZE_TYPE__ *,
                                   const __SIZE_TYPE__ *,
                                   const __SIZE_TYPE__ *, int, int)
    __OMP_NOTHROW;
extern int omp_target_memcpy_rect_async (void *, const void *, __SIZE_TYPE__,
                                         int, const __SIZE_TYPE__ *,
                                         const __SIZE_TYPE__ *,
                                         const __SIZE_TYPE__ *,
                                         const __SIZE_TYPE__ *,
                                         const __SIZE_TYPE__ *, int, int, int,
                                         omp_depend_t *) __OMP_NOTHROW;
extern void *omp_target_memset (void *, int, __SIZE_TYPE__, int) __OMP_NOTHROW;
extern void *omp_target_memset_async (void *, int, __SIZE_TYPE__, int, int,
                                      omp_depend_t *) __OMP_NOTHROW;
extern int omp_target_associate_ptr (const void *, const void *, __SIZE_TYPE__,
                                     __SIZE_TYPE__, int) __OMP_NOTHROW;
extern int omp_target_disassociate_ptr (const void *, int) __OMP_NOTHROW;
extern void *omp_get_mapped_ptr (const void *, int) __OMP_NOTHROW;

/* Interoperability.  */
extern int omp_get_num_interop_properties (const omp_interop_t) __OMP_NOTHROW;
extern __INTPTR_TYPE__ omp_get_interop_int (const omp_interop_t,
                                            omp_interop_property_t,
                                            omp_interop_rc_t *) __OMP_NOTHROW;
extern void *omp_get_interop_ptr (const omp_interop_t, omp_interop_property_t,
                                  omp_interop_rc_t *) __OMP_NOTHROW;
extern const char *omp_get_interop_str (const omp_interop_t,
                                        omp_interop_property_t,
                                        omp_interop_rc_t *) __OMP_NOTHROW;
extern const char *omp_get_interop_name (const omp_interop_t,
                                         omp_interop_property_t) __OMP_NOTHROW;
extern const char *omp_get_interop_type_desc (const omp_interop_t,
                                              omp_interop_property_t)
    __OMP_NOTHROW;
extern const char *omp_get_interop_rc_desc (const omp_interop_t,
                                            omp_interop_rc_t) __OMP_NOTHROW;

/* Memory.  */
extern omp_allocator_handle_t
omp_init_allocator (omp_memspace_handle_t, int, const omp_alloctrait_t[])
    __OMP_NOTHROW;
extern void omp_destroy_allocator (omp_allocator_handle_t) __OMP_NOTHROW;
extern void omp_set_default_allocator (omp_allocator_handle_t) __OMP_NOTHROW;
extern omp_allocator_handle_t omp_get_default_allocator (void) __OMP_NOTHROW;
extern void
omp_free (void *,
          omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW;
extern void *
omp_alloc (__SIZE_TYPE__,
           omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW __attribute__ ((__malloc__, __alloc_size__ (1)));
extern void *
omp_aligned_alloc (__SIZE_TYPE__, __SIZE_TYPE__,
                   omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW __attribute__ ((__malloc__, __alloc_size__ (2),
                                  __alloc_align__ (1)));
extern void *
omp_calloc (__SIZE_TYPE__, __SIZE_TYPE__,
            omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW __attribute__ ((__malloc__, __alloc_size__ (1, 2)));
extern void *
omp_aligned_calloc (__SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__,
                    omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW __attribute__ ((__malloc__, __alloc_size__ (2, 3),
                                  __alloc_align__ (1)));
extern void *
omp_realloc (void *, __SIZE_TYPE__,
             omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator),
             omp_allocator_handle_t __OMP_DEFAULT (omp_null_allocator))
    __OMP_NOTHROW __attribute__ ((__alloc_size__ (2)));

/* Tools and settings.  */
extern int omp_control_tool (int, int, void *) __OMP_NOTHROW;
extern void omp_display_env (int) __OMP_NOTHROW;

#ifdef __cplusplus
}

#  if __cplusplus >= 201103L
/* Allocators for the containers of the C++ library (OpenMP 5.1 section
   3.13.2).  */
#    include <cstddef>
#    include <new>
#    include <type_traits>

namespace omp
{
namespace allocator
{

template <typename T, omp_allocator_handle_t Handle> struct __base
{
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using is_always_equal = std::true_type;

  __base () = default;
  template <typename U> __base (const __base<U, Handle> &) noexcept {}

  T *
  allocate (std::size_t n)
  {
    if (n > static_cast<std::size_t> (-1) / sizeof (T))
      throw std::bad_alloc ();
    void *p = omp_aligned_alloc (alignof (T), n * sizeof (T), Handle);
    if (p == nullptr && n != 0)
      throw std::bad_alloc ();
    return static_cast<T *> (p);
  }

  void
  deallocate (T *p, std::size_t) noexcept
  {
    omp_free (p, Handle);
  }
};

template <typename T, typename U, omp_allocator_handle_t Handle>
bool
operator== (const __base<T, Handle> &, const __base<U, Handle> &) noexcept
{
  return true;
}

template <typename T, typename U, omp_allocator_handle_t Handle>
bool
operator!= (const __base<T, Handle> &, const __base<U, Handle> &) noexcept
{
  return false;
}

#    define __OMP_ALLOCATOR(name, handle)                                     \
      template <typename T> struct name : __base<T, handle>                   \
      {                                                                       \
        template <typename U> struct rebind                                   \
        {                                                                     \
          using other = name<U>;                                              \
        };                                                                    \
        name () = default;                                                    \
        template <typename U> name (const name<U> &) noexcept {}              \
      };
__OMP_ALLOCATOR (null_allocator, omp_null_allocator)
__OMP_ALLOCATOR (default_mem, omp_default_mem_alloc)
__OMP_ALLOCATOR (large_cap_mem, omp_large_cap_mem_alloc)
__OMP_ALLOCATOR (const_mem, omp_const_mem_alloc)
__OMP_ALLOCATOR (high_bw_mem, omp_high_bw_mem_alloc)
__OMP_ALLOCATOR (low_lat_mem, omp_low_lat_mem_alloc)
__OMP_ALLOCATOR (cgroup_mem, omp_cgroup_mem_alloc)
__OMP_ALLOCATOR (pteam_mem, omp_pteam_mem_alloc)
__OMP_ALLOCATOR (thread_mem, omp_thread_mem_alloc)

}
}

namespace ompx
{
namespace allocator
{

template <typename T, omp_allocator_handle_t Handle>
using __base = omp::allocator::__base<T, Handle>;

__OMP_ALLOCATOR (gnu_pinned_mem, ompx_gnu_pinned_mem_alloc)
__OMP_ALLOCATOR (gnu_managed_mem, ompx_gnu_managed_mem_alloc)
#    undef __OMP_ALLOCATOR

}
}
#  endif
#endif

#undef __OMP_NOTHROW
#undef __OMP_ENUM_BASE
#undef __OMP_DEFAULT
#undef __OMP_UINTPTR_MAX

#endif
