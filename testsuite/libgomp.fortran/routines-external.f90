! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Fortran entry points with integers of 4 bytes that programs call through
! omp_lib.h or without an interface, and those that GCC 12's library lacks.
! { dg-do run }
! { dg-skip-stock "some are this library's only" }
program routines_external
  implicit none
  include 'omp_lib.h'
  integer (omp_lock_kind) lock
  integer (omp_nest_lock_kind) nest
  integer (omp_allocator_handle_kind) allocator
  type (omp_alloctrait) traits(1)
  integer ids(4096)
  call omp_init_lock_with_hint (lock, omp_sync_hint_contended)
  call omp_set_lock (lock)
  if (omp_test_lock (lock)) stop 1
  call omp_unset_lock (lock)
  call omp_destroy_lock (lock)
  call omp_init_nest_lock_with_hint (nest, omp_lock_hint_speculative)
  call omp_set_nest_lock (nest)
  if (omp_test_nest_lock (nest) /= 2) stop 2
  call omp_unset_nest_lock (nest)
  call omp_unset_nest_lock (nest)
  call omp_destroy_nest_lock (nest)
  if (omp_control_tool (omp_control_tool_start, 0) /= omp_control_tool_notool) stop 3
  traits(1)%key = omp_atk_pool_size
  traits(1)%value = 1000
  allocator = omp_init_allocator (omp_default_mem_space, 1, traits)
  if (allocator == omp_null_allocator) stop 4
  call omp_set_default_allocator (allocator)
  if (omp_get_default_allocator () /= allocator) stop 5
  call omp_set_default_allocator (omp_default_mem_alloc)
  call omp_destroy_allocator (allocator)
  if (omp_get_place_num_procs (0) > 0) call omp_get_place_proc_ids (0, ids)
  if (omp_in_explicit_task ()) stop 6
  if (omp_get_device_from_uid ('OMP_INITIAL_DEVICE') /= omp_initial_device) stop 7
  call omp_display_env (.false.)
end program routines_external
