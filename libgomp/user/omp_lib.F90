! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The OpenMP runtime library routines for Fortran (OpenMP 5.1 section 3): the
! modules omp_lib_kinds and omp_lib.  Preprocessed, with lines of any length.

module omp_lib_kinds
  use, intrinsic :: iso_c_binding, only : c_int, c_intptr_t
  implicit none
  private :: c_int, c_intptr_t

  integer, parameter :: omp_integer_kind = 4
  integer, parameter :: omp_logical_kind = 4
  integer, parameter :: omp_lock_kind = 4
  integer, parameter :: omp_nest_lock_kind = 8
  integer, parameter :: omp_sync_hint_kind = 4
  integer, parameter :: omp_lock_hint_kind = omp_sync_hint_kind
  integer, parameter :: omp_sched_kind = 4
  integer, parameter :: omp_proc_bind_kind = 4
  integer, parameter :: omp_pause_resource_kind = 4
  integer, parameter :: omp_depend_kind = 16
  integer, parameter :: omp_event_handle_kind = c_intptr_t
  integer, parameter :: omp_memspace_handle_kind = c_intptr_t
  integer, parameter :: omp_allocator_handle_kind = c_intptr_t
  integer, parameter :: omp_alloctrait_key_kind = c_int
  integer, parameter :: omp_alloctrait_val_kind = c_intptr_t
  integer, parameter :: omp_control_tool_kind = 4
  integer, parameter :: omp_control_tool_result_kind = 4
  integer, parameter :: omp_interop_kind = c_intptr_t
  integer, parameter :: omp_interop_fr_kind = c_int
  integer, parameter :: omp_interop_property_kind = c_int
  integer, parameter :: omp_interop_rc_kind = c_int

  integer (omp_sched_kind), parameter :: omp_sched_static = 1
  integer (omp_sched_kind), parameter :: omp_sched_dynamic = 2
  integer (omp_sched_kind), parameter :: omp_sched_guided = 3
  integer (omp_sched_kind), parameter :: omp_sched_auto = 4

  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_false = 0
  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_true = 1
  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_primary = 2
  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_master = 2
  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_close = 3
  integer (omp_proc_bind_kind), parameter :: omp_proc_bind_spread = 4

  integer (omp_sync_hint_kind), parameter :: omp_sync_hint_none = 0
  integer (omp_sync_hint_kind), parameter :: omp_sync_hint_uncontended = 1
  integer (omp_sync_hint_kind), parameter :: omp_sync_hint_contended = 2
  integer (omp_sync_hint_kind), parameter :: omp_sync_hint_nonspeculative = 4
  integer (omp_sync_hint_kind), parameter :: omp_sync_hint_speculative = 8
  integer (omp_lock_hint_kind), parameter :: omp_lock_hint_none = 0
  integer (omp_lock_hint_kind), parameter :: omp_lock_hint_uncontended = 1
  integer (omp_lock_hint_kind), parameter :: omp_lock_hint_contended = 2
  integer (omp_lock_hint_kind), parameter :: omp_lock_hint_nonspeculative = 4
  integer (omp_lock_hint_kind), parameter :: omp_lock_hint_speculative = 8

  integer (omp_pause_resource_kind), parameter :: omp_pause_soft = 1
  integer (omp_pause_resource_kind), parameter :: omp_pause_hard = 2

  integer, parameter :: omp_initial_device = -1
  integer, parameter :: omp_invalid_device = -4
  integer, parameter :: omp_default_device = -5

  integer (omp_memspace_handle_kind), parameter :: omp_default_mem_space = 0
  integer (omp_memspace_handle_kind), parameter :: omp_large_cap_mem_space = 1
  integer (omp_memspace_handle_kind), parameter :: omp_const_mem_space = 2
  integer (omp_memspace_handle_kind), parameter :: omp_high_bw_mem_space = 3
  integer (omp_memspace_handle_kind), parameter :: omp_low_lat_mem_space = 4
  integer (omp_memspace_handle_kind), parameter :: ompx_gnu_managed_mem_space = 200

  integer (omp_allocator_handle_kind), parameter :: omp_null_allocator = 0
  integer (omp_allocator_handle_kind), parameter :: omp_default_mem_alloc = 1
  integer (omp_allocator_handle_kind), parameter :: omp_large_cap_mem_alloc = 2
  integer (omp_allocator_handle_kind), parameter :: omp_const_mem_alloc = 3
  integer (omp_allocator_handle_kind), parameter :: omp_high_bw_mem_alloc = 4
  integer (omp_allocator_handle_kind), parameter :: omp_low_lat_mem_alloc = 5
  integer (omp_allocator_handle_kind), parameter :: omp_cgroup_mem_alloc = 6
  integer (omp_allocator_handle_kind), parameter :: omp_pteam_mem_alloc = 7
  integer (omp_allocator_handle_kind), parameter :: omp_thread_mem_alloc = 8
  integer (omp_allocator_handle_kind), parameter :: ompx_gnu_pinned_mem_alloc = 200
  integer (omp_allocator_handle_kind), parameter :: ompx_gnu_managed_mem_alloc = 201

  integer (omp_alloctrait_key_kind), parameter :: omp_atk_sync_hint = 1
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_alignment = 2
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_access = 3
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_pool_size = 4
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_fallback = 5
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_fb_data = 6
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_pinned = 7
  integer (omp_alloctrait_key_kind), parameter :: omp_atk_partition = 8

  integer (omp_alloctrait_val_kind), parameter :: omp_atv_default = -1
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_false = 0
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_true = 1
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_contended = 3
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_uncontended = 4
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_serialized = 5
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_sequential = 5
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_private = 6
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_all = 7
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_thread = 8
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_pteam = 9
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_cgroup = 10
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_default_mem_fb = 11
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_null_fb = 12
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_abort_fb = 13
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_allocator_fb = 14
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_environment = 15
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_nearest = 16
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_blocked = 17
  integer (omp_alloctrait_val_kind), parameter :: omp_atv_interleaved = 18

  integer (omp_control_tool_kind), parameter :: omp_control_tool_start = 1
  integer (omp_control_tool_kind), parameter :: omp_control_tool_pause = 2
  integer (omp_control_tool_kind), parameter :: omp_control_tool_flush = 3
  integer (omp_control_tool_kind), parameter :: omp_control_tool_end = 4
  integer (omp_control_tool_result_kind), parameter :: omp_control_tool_notool = -2
  integer (omp_control_tool_result_kind), parameter :: omp_control_tool_nocallback = -1
  integer (omp_control_tool_result_kind), parameter :: omp_control_tool_success = 0
  integer (omp_control_tool_result_kind), parameter :: omp_control_tool_ignored = 1

  integer (omp_interop_kind), parameter :: omp_interop_none = 0
  integer (omp_interop_fr_kind), parameter :: omp_ifr_cuda = 1
  integer (omp_interop_fr_kind), parameter :: omp_ifr_cuda_driver = 2
  integer (omp_interop_fr_kind), parameter :: omp_ifr_opencl = 3
  integer (omp_interop_fr_kind), parameter :: omp_ifr_sycl = 4
  integer (omp_interop_fr_kind), parameter :: omp_ifr_hip = 5
  integer (omp_interop_fr_kind), parameter :: omp_ifr_level_zero = 6
  integer (omp_interop_fr_kind), parameter :: omp_ifr_hsa = 7
  integer (omp_interop_fr_kind), parameter :: omp_ifr_last = 7
  integer (omp_interop_property_kind), parameter :: omp_ipr_fr_id = -1
  integer (omp_interop_property_kind), parameter :: omp_ipr_fr_name = -2
  integer (omp_interop_property_kind), parameter :: omp_ipr_vendor = -3
  integer (omp_interop_property_kind), parameter :: omp_ipr_vendor_name = -4
  integer (omp_interop_property_kind), parameter :: omp_ipr_device_num = -5
  integer (omp_interop_property_kind), parameter :: omp_ipr_platform = -6
  integer (omp_interop_property_kind), parameter :: omp_ipr_device = -7
  integer (omp_interop_property_kind), parameter :: omp_ipr_device_context = -8
  integer (omp_interop_property_kind), parameter :: omp_ipr_targetsync = -9
  integer (omp_interop_property_kind), parameter :: omp_ipr_first = -9
  integer (omp_interop_rc_kind), parameter :: omp_irc_no_value = 1
  integer (omp_interop_rc_kind), parameter :: omp_irc_success = 0
  integer (omp_interop_rc_kind), parameter :: omp_irc_empty = -1
  integer (omp_interop_rc_kind), parameter :: omp_irc_out_of_range = -2
  integer (omp_interop_rc_kind), parameter :: omp_irc_type_int = -3
  integer (omp_interop_rc_kind), parameter :: omp_irc_type_ptr = -4
  integer (omp_interop_rc_kind), parameter :: omp_irc_type_str = -5
  integer (omp_interop_rc_kind), parameter :: omp_irc_other = -6

  type omp_alloctrait
    integer (omp_alloctrait_key_kind) :: key
    integer (omp_alloctrait_val_kind) :: value
  end type omp_alloctrait
end module omp_lib_kinds

! Each makes interfaces of one shape; those with an integer argument accept
! both sizes of a default integer.  (The traditional preprocessor joins
! name/**/_8.)
#define INTEGER_FUNCTION(name) function name () ; import ; integer (4) :: name ; end function
#define LOGICAL_FUNCTION(name) function name () ; import ; logical (4) :: name ; end function
#define DOUBLE_FUNCTION(name) function name () ; import ; double precision :: name ; end function
#define ONE_SUBROUTINE(name, arg, type) subroutine name (arg) ; import ; type, intent (in) :: arg ; end subroutine
#define ONE_FUNCTION(name, arg, type) function name (arg) ; import ; type, intent (in) :: arg ; integer (4) :: name ; end function
#define INTEGER_SUBROUTINE(name, arg) interface name ; ONE_SUBROUTINE (name, arg, integer (4)) ; ONE_SUBROUTINE (name/**/_8, arg, integer (8)) ; end interface
#define LOGICAL_SUBROUTINE(name, arg) interface name ; ONE_SUBROUTINE (name, arg, logical (4)) ; ONE_SUBROUTINE (name/**/_8, arg, logical (8)) ; end interface
#define INTEGER_FUNCTION_INT(name, arg) interface name ; ONE_FUNCTION (name, arg, integer (4)) ; ONE_FUNCTION (name/**/_8, arg, integer (8)) ; end interface
#define LOCK_SUBROUTINE(name, arg, lock) subroutine name (arg) ; import ; integer (lock), intent (inout) :: arg ; end subroutine

module omp_lib
  use, intrinsic :: iso_c_binding, only : c_int, c_intptr_t, c_ptr, c_size_t
  use omp_lib_kinds
  implicit none
  private :: c_int, c_intptr_t, c_ptr, c_size_t

  integer, parameter :: openmp_version = 201511

  ! Parallel regions.
  INTEGER_SUBROUTINE (omp_set_num_threads, num_threads)
  LOGICAL_SUBROUTINE (omp_set_dynamic, dynamic_threads)
  LOGICAL_SUBROUTINE (omp_set_nested, nested)
  INTEGER_SUBROUTINE (omp_set_max_active_levels, max_levels)
  INTEGER_FUNCTION_INT (omp_get_ancestor_thread_num, level)
  INTEGER_FUNCTION_INT (omp_get_team_size, level)

  interface
    INTEGER_FUNCTION (omp_get_num_threads)
    INTEGER_FUNCTION (omp_get_max_threads)
    INTEGER_FUNCTION (omp_get_thread_num)
    INTEGER_FUNCTION (omp_get_num_procs)
    INTEGER_FUNCTION (omp_get_thread_limit)
    INTEGER_FUNCTION (omp_get_supported_active_levels)
    INTEGER_FUNCTION (omp_get_max_active_levels)
    INTEGER_FUNCTION (omp_get_level)
    INTEGER_FUNCTION (omp_get_active_level)
    LOGICAL_FUNCTION (omp_in_parallel)
    LOGICAL_FUNCTION (omp_get_dynamic)
    LOGICAL_FUNCTION (omp_get_nested)
    LOGICAL_FUNCTION (omp_get_cancellation)
  end interface

  interface omp_set_schedule
    subroutine omp_set_schedule (kind, chunk_size)
      import
      integer (omp_sched_kind), intent (in) :: kind
      integer (4), intent (in) :: chunk_size
    end subroutine
    subroutine omp_set_schedule_8 (kind, chunk_size)
      import
      integer (omp_sched_kind), intent (in) :: kind
      integer (8), intent (in) :: chunk_size
    end subroutine
  end interface

  interface omp_get_schedule
    subroutine omp_get_schedule (kind, chunk_size)
      import
      integer (omp_sched_kind), intent (out) :: kind
      integer (4), intent (out) :: chunk_size
    end subroutine
    subroutine omp_get_schedule_8 (kind, chunk_size)
      import
      integer (omp_sched_kind), intent (out) :: kind
      integer (8), intent (out) :: chunk_size
    end subroutine
  end interface

  ! Affinity.
  INTEGER_FUNCTION_INT (omp_get_place_num_procs, place_num)

  interface omp_get_place_proc_ids
    subroutine omp_get_place_proc_ids (place_num, ids)
      import
      integer (4), intent (in) :: place_num
      integer (4), intent (out) :: ids(*)
    end subroutine
    subroutine omp_get_place_proc_ids_8 (place_num, ids)
      import
      integer (8), intent (in) :: place_num
      integer (8), intent (out) :: ids(*)
    end subroutine
  end interface

  interface omp_get_partition_place_nums
    subroutine omp_get_partition_place_nums (place_nums)
      import
      integer (4), intent (out) :: place_nums(*)
    end subroutine
    subroutine omp_get_partition_place_nums_8 (place_nums)
      import
      integer (8), intent (out) :: place_nums(*)
    end subroutine
  end interface

  interface
    INTEGER_FUNCTION (omp_get_num_places)
    INTEGER_FUNCTION (omp_get_place_num)
    INTEGER_FUNCTION (omp_get_partition_num_places)
    function omp_get_proc_bind ()
      import
      integer (omp_proc_bind_kind) :: omp_get_proc_bind
    end function
    subroutine omp_set_affinity_format (format)
      import
      character (len=*), intent (in) :: format
    end subroutine
    function omp_get_affinity_format (buffer)
      import
      integer (4) :: omp_get_affinity_format
      character (len=*), intent (out) :: buffer
    end function
    subroutine omp_display_affinity (format)
      import
      character (len=*), intent (in) :: format
    end subroutine
    function omp_capture_affinity (buffer, format)
      import
      integer (4) :: omp_capture_affinity
      character (len=*), intent (out) :: buffer
      character (len=*), intent (in) :: format
    end function
  end interface

  ! Teams.
  INTEGER_SUBROUTINE (omp_set_num_teams, num_teams)
  INTEGER_SUBROUTINE (omp_set_teams_thread_limit, thread_limit)

  interface
    INTEGER_FUNCTION (omp_get_num_teams)
    INTEGER_FUNCTION (omp_get_team_num)
    INTEGER_FUNCTION (omp_get_max_teams)
    INTEGER_FUNCTION (omp_get_teams_thread_limit)
  end interface

  ! Tasks.
  interface
    INTEGER_FUNCTION (omp_get_max_task_priority)
    LOGICAL_FUNCTION (omp_in_final)
    LOGICAL_FUNCTION (omp_in_explicit_task)
    subroutine omp_fulfill_event (event)
      import
      integer (omp_event_handle_kind), value, intent (in) :: event
    end subroutine
  end interface

  ! Locks.
  interface
    LOCK_SUBROUTINE (omp_init_lock, svar, omp_lock_kind)
    LOCK_SUBROUTINE (omp_destroy_lock, svar, omp_lock_kind)
    LOCK_SUBROUTINE (omp_set_lock, svar, omp_lock_kind)
    LOCK_SUBROUTINE (omp_unset_lock, svar, omp_lock_kind)
    LOCK_SUBROUTINE (omp_init_nest_lock, nvar, omp_nest_lock_kind)
    LOCK_SUBROUTINE (omp_destroy_nest_lock, nvar, omp_nest_lock_kind)
    LOCK_SUBROUTINE (omp_set_nest_lock, nvar, omp_nest_lock_kind)
    LOCK_SUBROUTINE (omp_unset_nest_lock, nvar, omp_nest_lock_kind)
    function omp_test_lock (svar)
      import
      logical (4) :: omp_test_lock
      integer (omp_lock_kind), intent (inout) :: svar
    end function
    function omp_test_nest_lock (nvar)
      import
      integer (4) :: omp_test_nest_lock
      integer (omp_nest_lock_kind), intent (inout) :: nvar
    end function
    subroutine omp_init_lock_with_hint (svar, hint)
      import
      integer (omp_lock_kind), intent (inout) :: svar
      integer (omp_sync_hint_kind), intent (in) :: hint
    end subroutine
    subroutine omp_init_nest_lock_with_hint (nvar, hint)
      import
      integer (omp_nest_lock_kind), intent (inout) :: nvar
      integer (omp_sync_hint_kind), intent (in) :: hint
    end subroutine
  end interface

  ! Time.
  interface
    DOUBLE_FUNCTION (omp_get_wtime)
    DOUBLE_FUNCTION (omp_get_wtick)
  end interface

  ! Devices.
  INTEGER_SUBROUTINE (omp_set_default_device, device_num)

  interface
    INTEGER_FUNCTION (omp_get_default_device)
    INTEGER_FUNCTION (omp_get_num_devices)
    INTEGER_FUNCTION (omp_get_device_num)
    INTEGER_FUNCTION (omp_get_initial_device)
    LOGICAL_FUNCTION (omp_is_initial_device)
    function omp_pause_resource (kind, device_num)
      import
      integer (4) :: omp_pause_resource
      integer (omp_pause_resource_kind), intent (in) :: kind
      integer (4), intent (in) :: device_num
    end function
    function omp_pause_resource_all (kind)
      import
      integer (4) :: omp_pause_resource_all
      integer (omp_pause_resource_kind), intent (in) :: kind
    end function
    function omp_target_alloc (size, device_num) bind (c)
      import
      type (c_ptr) :: omp_target_alloc
      integer (c_size_t), value :: size
      integer (c_int), value :: device_num
    end function
    subroutine omp_target_free (device_ptr, device_num) bind (c)
      import
      type (c_ptr), value :: device_ptr
      integer (c_int), value :: device_num
    end subroutine
    function omp_target_is_present (ptr, device_num) bind (c)
      import
      integer (c_int) :: omp_target_is_present
      type (c_ptr), value :: ptr
      integer (c_int), value :: device_num
    end function
    function omp_target_is_accessible (ptr, size, device_num) bind (c)
      import
      integer (c_int) :: omp_target_is_accessible
      type (c_ptr), value :: ptr
      integer (c_size_t), value :: size
      integer (c_int), value :: device_num
    end function
    function omp_target_memcpy (dst, src, length, dst_offset, src_offset, dst_device_num, src_device_num) bind (c)
      import
      integer (c_int) :: omp_target_memcpy
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: length, dst_offset, src_offset
      integer (c_int), value :: dst_device_num, src_device_num
    end function
    function omp_target_memcpy_async (dst, src, length, dst_offset, src_offset, dst_device_num, src_device_num, &
                                      depobj_count, depobj_list) bind (c)
      import
      integer (c_int) :: omp_target_memcpy_async
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: length, dst_offset, src_offset
      integer (c_int), value :: dst_device_num, src_device_num, depobj_count
      integer (omp_depend_kind), optional :: depobj_list(*)
    end function
    function omp_target_memcpy_rect (dst, src, element_size, num_dims, volume, dst_offsets, src_offsets, &
                                     dst_dimensions, src_dimensions, dst_device_num, src_device_num) bind (c)
      import
      integer (c_int) :: omp_target_memcpy_rect
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: element_size
      integer (c_int), value :: num_dims, dst_device_num, src_device_num
      integer (c_size_t), intent (in) :: volume(*), dst_offsets(*), src_offsets(*)
      integer (c_size_t), intent (in) :: dst_dimensions(*), src_dimensions(*)
    end function
    function omp_target_memcpy_rect_async (dst, src, element_size, num_dims, volume, dst_offsets, src_offsets, &
                                           dst_dimensions, src_dimensions, dst_device_num, src_device_num, &
                                           depobj_count, depobj_list) bind (c)
      import
      integer (c_int) :: omp_target_memcpy_rect_async
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: element_size
      integer (c_int), value :: num_dims, dst_device_num, src_device_num, depobj_count
      integer (c_size_t), intent (in) :: volume(*), dst_offsets(*), src_offsets(*)
      integer (c_size_t), intent (in) :: dst_dimensions(*), src_dimensions(*)
      integer (omp_depend_kind), optional :: depobj_list(*)
    end function
    function omp_target_associate_ptr (host_ptr, device_ptr, size, device_offset, device_num) bind (c)
      import
      integer (c_int) :: omp_target_associate_ptr
      type (c_ptr), value :: host_ptr, device_ptr
      integer (c_size_t), value :: size, device_offset
      integer (c_int), value :: device_num
    end function
    function omp_target_disassociate_ptr (ptr, device_num) bind (c)
      import
      integer (c_int) :: omp_target_disassociate_ptr
      type (c_ptr), value :: ptr
      integer (c_int), value :: device_num
    end function
    function omp_get_mapped_ptr (ptr, device_num) bind (c)
      import
      type (c_ptr) :: omp_get_mapped_ptr
      type (c_ptr), value :: ptr
      integer (c_int), value :: device_num
    end function
  end interface

  interface
    function omp_target_memset (ptr, val, count, device_num) bind (c)
      import
      type (c_ptr) :: omp_target_memset
      type (c_ptr), value :: ptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      integer (c_int), value :: device_num
    end function
    function omp_target_memset_async (ptr, val, count, device_num, depobj_count, depobj_list) bind (c)
      import
      type (c_ptr) :: omp_target_memset_async
      type (c_ptr), value :: ptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      integer (c_int), value :: device_num, depobj_count
      integer (omp_depend_kind), optional :: depobj_list(*)
    end function
    function omp_get_device_from_uid (uid)
      import
      integer (4) :: omp_get_device_from_uid
      character (len=*), intent (in) :: uid
    end function
  end interface

  interface omp_get_uid_from_device
    function omp_get_uid_from_device (device_num)
      import
      character (:), pointer :: omp_get_uid_from_device
      integer (4), value, intent (in) :: device_num
    end function
    function omp_get_uid_from_device_8 (device_num)
      import
      character (:), pointer :: omp_get_uid_from_device_8
      integer (8), value, intent (in) :: device_num
    end function
  end interface

  ! Interoperability.
  interface
    function omp_get_num_interop_properties (interop) bind (c)
      import
      integer (c_int) :: omp_get_num_interop_properties
      integer (omp_interop_kind), value, intent (in) :: interop
    end function
    function omp_get_interop_int (interop, property_id, ret_code) bind (c)
      import
      integer (c_intptr_t) :: omp_get_interop_int
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_property_kind), value, intent (in) :: property_id
      integer (omp_interop_rc_kind), optional, intent (out) :: ret_code
    end function
    function omp_get_interop_ptr (interop, property_id, ret_code) bind (c)
      import
      type (c_ptr) :: omp_get_interop_ptr
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_property_kind), value, intent (in) :: property_id
      integer (omp_interop_rc_kind), optional, intent (out) :: ret_code
    end function
    function omp_get_interop_str (interop, property_id, ret_code)
      import
      character (:), pointer :: omp_get_interop_str
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_property_kind), value, intent (in) :: property_id
      integer (omp_interop_rc_kind), optional, intent (out) :: ret_code
    end function
    function omp_get_interop_name (interop, property_id)
      import
      character (:), pointer :: omp_get_interop_name
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_property_kind), value, intent (in) :: property_id
    end function
    function omp_get_interop_type_desc (interop, property_id)
      import
      character (:), pointer :: omp_get_interop_type_desc
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_property_kind), value, intent (in) :: property_id
    end function
    function omp_get_interop_rc_desc (interop, ret_code)
      import
      character (:), pointer :: omp_get_interop_rc_desc
      integer (omp_interop_kind), value, intent (in) :: interop
      integer (omp_interop_rc_kind), value, intent (in) :: ret_code
    end function
  end interface

  ! Memory.
  interface omp_init_allocator
    function omp_init_allocator (memspace, ntraits, traits)
      import
      integer (omp_allocator_handle_kind) :: omp_init_allocator
      integer (omp_memspace_handle_kind), intent (in) :: memspace
      integer (4), intent (in) :: ntraits
      type (omp_alloctrait), intent (in) :: traits(*)
    end function
    function omp_init_allocator_8 (memspace, ntraits, traits)
      import
      integer (omp_allocator_handle_kind) :: omp_init_allocator_8
      integer (omp_memspace_handle_kind), intent (in) :: memspace
      integer (8), intent (in) :: ntraits
      type (omp_alloctrait), intent (in) :: traits(*)
    end function
  end interface

  interface
    ONE_SUBROUTINE (omp_destroy_allocator, allocator, integer (omp_allocator_handle_kind))
    ONE_SUBROUTINE (omp_set_default_allocator, allocator, integer (omp_allocator_handle_kind))
    function omp_get_default_allocator ()
      import
      integer (omp_allocator_handle_kind) :: omp_get_default_allocator
    end function
    function omp_alloc (size, allocator) bind (c)
      import
      type (c_ptr) :: omp_alloc
      integer (c_size_t), value :: size
      integer (omp_allocator_handle_kind), value :: allocator
    end function
    function omp_aligned_alloc (alignment, size, allocator) bind (c)
      import
      type (c_ptr) :: omp_aligned_alloc
      integer (c_size_t), value :: alignment, size
      integer (omp_allocator_handle_kind), value :: allocator
    end function
    function omp_calloc (nmemb, size, allocator) bind (c)
      import
      type (c_ptr) :: omp_calloc
      integer (c_size_t), value :: nmemb, size
      integer (omp_allocator_handle_kind), value :: allocator
    end function
    function omp_aligned_calloc (alignment, nmemb, size, allocator) bind (c)
      import
      type (c_ptr) :: omp_aligned_calloc
      integer (c_size_t), value :: alignment, nmemb, size
      integer (omp_allocator_handle_kind), value :: allocator
    end function
    function omp_realloc (ptr, size, allocator, free_allocator) bind (c)
      import
      type (c_ptr) :: omp_realloc
      type (c_ptr), value :: ptr
      integer (c_size_t), value :: size
      integer (omp_allocator_handle_kind), value :: allocator, free_allocator
    end function
    subroutine omp_free (ptr, allocator) bind (c)
      import
      type (c_ptr), value :: ptr
      integer (omp_allocator_handle_kind), value :: allocator
    end subroutine
  end interface

  ! Tools and settings.
  LOGICAL_SUBROUTINE (omp_display_env, verbose)

  interface
    function omp_control_tool (command, modifier, arg)
      import
      integer (omp_control_tool_result_kind) :: omp_control_tool
      integer (omp_control_tool_kind), intent (in) :: command
      integer (omp_control_tool_kind), intent (in) :: modifier
      type (c_ptr), intent (in), optional :: arg
    end function
  end interface
end module omp_lib
