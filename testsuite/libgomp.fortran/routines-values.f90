! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Routines of Fortran where they have something to tell: settings that are not
! the default, places and threads that are not the first, and what C is told.
! { dg-do run }
! { dg-set-target-env-var OMP_CANCELLATION "true" }
! { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "7" }
! { dg-set-target-env-var OMP_PLACES "threads" }
! { dg-set-target-env-var OMP_PROC_BIND "close" }
program routines_values
  use, intrinsic :: iso_c_binding
  use omp_lib
  implicit none
  interface
    integer (c_int) function c_num_procs () bind (c, name='omp_get_num_procs')
      import
    end function
    integer (c_int) function c_num_places () bind (c, name='omp_get_num_places')
      import
    end function
    integer (c_int) function c_place_num () bind (c, name='omp_get_place_num')
      import
    end function
    integer (c_int) function c_partition_num_places () &
        bind (c, name='omp_get_partition_num_places')
      import
    end function
    integer (c_int) function c_place_num_procs (place) &
        bind (c, name='omp_get_place_num_procs')
      import
      integer (c_int), value :: place
    end function
    real (c_double) function c_wtick () bind (c, name='omp_get_wtick')
      import
    end function
    real (c_double) function c_wtime () bind (c, name='omp_get_wtime')
      import
    end function
  end interface
  integer :: i, n, told
  logical :: seen(0:2)
  integer (omp_lock_kind) :: lock
  integer (omp_nest_lock_kind) :: nest
  integer (omp_allocator_handle_kind) :: small, large
  type (omp_alloctrait) :: traits(1)
  double precision :: before, after

  if (.not. omp_get_cancellation ()) stop 1
  if (omp_get_max_task_priority () /= 7) stop 2
  if (omp_get_proc_bind () /= omp_proc_bind_close) stop 3
  if (omp_get_num_procs () /= c_num_procs ()) stop 4
  if (omp_get_num_places () /= c_num_places ()) stop 5
  if (omp_get_num_places () < 1) stop 6
  !$omp parallel num_threads (omp_get_num_places ()) private (i)
  if (omp_get_place_num () /= c_place_num ()) stop 7
  if (omp_get_place_num () /= omp_get_thread_num ()) stop 8
  if (omp_get_partition_num_places () /= c_partition_num_places ()) stop 9
  !$omp end parallel
  do i = -1, omp_get_num_places ()
    if (omp_get_place_num_procs (i) /= c_place_num_procs (int (i, c_int))) stop 10
  end do

  seen = .false.
  !$omp teams num_teams (3)
  told = omp_get_num_teams ()
  if (told > 3) stop 11
  seen(omp_get_team_num ()) = .true.
  !$omp end teams
  if (.not. all (seen)) stop 12

  lock = -1
  call omp_init_lock (lock)
  if (.not. omp_test_lock (lock)) stop 13
  if (omp_test_lock (lock)) stop 14
  call omp_unset_lock (lock)
  if (.not. omp_test_lock (lock)) stop 15
  call omp_destroy_lock (lock)
  nest = -1
  call omp_init_nest_lock (nest)
  if (omp_test_nest_lock (nest) /= 1) stop 16
  if (omp_test_nest_lock (nest) /= 2) stop 17
  call omp_destroy_nest_lock (nest)
  if (nest /= 0) stop 18

  ! Threads are there to be given up, and not while they are needed.
  n = omp_get_initial_device ()
  if (omp_pause_resource (omp_pause_soft, int (n, 4)) /= 0) stop 19
  if (omp_pause_resource (omp_pause_soft, int (n + 1, 4)) == 0) stop 20
  if (omp_pause_resource_all (omp_pause_soft) /= 0) stop 21
  !$omp parallel num_threads (2)
  if (omp_pause_resource (omp_pause_soft, int (n, 4)) == 0) stop 22
  if (omp_pause_resource_all (omp_pause_soft) == 0) stop 23
  !$omp end parallel

  ! Two allocators, which differ, with limits that hold.
  traits(1) = omp_alloctrait (omp_atk_pool_size, 1000)
  small = omp_init_allocator (omp_default_mem_space, 1, traits)
  traits(1) = omp_alloctrait (omp_atk_alignment, 8192)
  large = omp_init_allocator (omp_default_mem_space, 1, traits)
  if (small == omp_null_allocator .or. large == small) stop 24
  if (large <= 200 .or. small <= 200) stop 25
  if (mod (transfer (omp_alloc (64_c_size_t, large), 0_c_intptr_t), &
           8192_c_intptr_t) /= 0) stop 26
  call omp_set_default_allocator (small)
  if (omp_get_default_allocator () /= small) stop 27
  traits(1) = omp_alloctrait (omp_atk_alignment, 3)
  if (omp_init_allocator (omp_default_mem_space, 1, traits) &
      /= omp_null_allocator) stop 28

  before = c_wtime ()
  after = omp_get_wtime ()
  if (after < before .or. c_wtime () < after) stop 29
  if (omp_get_wtick () /= c_wtick () .or. omp_get_wtick () <= 0) stop 30
end program routines_values
