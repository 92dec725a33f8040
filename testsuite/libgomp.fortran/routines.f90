! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The routines of omp_lib with arguments of both sizes, and with character
! arguments.
! { dg-do run }
program routines
  use omp_lib
  implicit none
  integer (8) :: large
  integer (4) :: chunk, length
  integer (omp_sched_kind) :: kind
  integer (omp_lock_kind) :: lock
  integer (omp_nest_lock_kind) :: nest
  integer (omp_allocator_handle_kind) :: allocator
  type (omp_alloctrait) :: traits(1)
  character (len=20) :: text

  large = 3
  call omp_set_num_threads (large)
  if (omp_get_max_threads () /= 3) stop 1
  call omp_set_num_threads (2)
  if (omp_get_max_threads () /= 2) stop 2
  large = 5000000000_8
  call omp_set_max_active_levels (large)
  if (omp_get_max_active_levels () /= omp_get_supported_active_levels ()) stop 3
  call omp_set_dynamic (.false.)
  if (omp_get_dynamic ()) stop 4
  call omp_set_schedule (omp_sched_guided, 7)
  call omp_get_schedule (kind, chunk)
  if (kind /= omp_sched_guided .or. chunk /= 7) stop 5
  call omp_set_schedule (omp_sched_dynamic, -large)
  call omp_get_schedule (kind, large)
  if (kind /= omp_sched_dynamic .or. large /= 1) stop 6
  if (omp_get_ancestor_thread_num (0) /= 0 .or. omp_get_team_size (1_8) /= -1) stop 7
  if (omp_in_parallel () .or. omp_in_final ()) stop 8

  call omp_set_affinity_format ('%L/%N')
  length = omp_get_affinity_format (text)
  if (length /= 5 .or. text /= '%L/%N') stop 9
  length = omp_capture_affinity (text, '%.5L|')
  if (length /= 6 .or. text /= '    0|') stop 10
  length = omp_capture_affinity (text, '')
  if (length /= 3 .or. text /= '0/1') stop 11

  call omp_init_lock (lock)
  call omp_set_lock (lock)
  if (omp_test_lock (lock)) stop 12
  call omp_unset_lock (lock)
  call omp_destroy_lock (lock)
  call omp_init_nest_lock (nest)
  call omp_set_nest_lock (nest)
  if (omp_test_nest_lock (nest) /= 2) stop 13
  call omp_unset_nest_lock (nest)
  call omp_unset_nest_lock (nest)
  call omp_destroy_nest_lock (nest)

  traits(1) = omp_alloctrait (omp_atk_alignment, 64)
  allocator = omp_init_allocator (omp_default_mem_space, 1_8, traits)
  if (allocator == omp_null_allocator) stop 14
  call omp_set_default_allocator (allocator)
  if (omp_get_default_allocator () /= allocator) stop 15
  call omp_destroy_allocator (allocator)
  if (omp_get_wtime () <= 0 .or. omp_get_wtick () <= 0) stop 16
  if (omp_pause_resource_all (omp_pause_soft) /= 0) stop 17
end program routines
