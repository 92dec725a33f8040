! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
! { dg-set-target-env-var OMP_NUM_TEAMS_DEV "5" }
! { dg-set-target-env-var OMP_NUM_TEAMS_DEV_1 "4" }
! { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT "6" }
! { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV "3" }
! { dg-set-target-env-var OMP_TEAMS_THREAD_LIMIT_DEV_1 "2" }
! { dg-set-target-env-var OMP_DEFAULT_DEVICE "1" }
! { dg-skip-stock "variables of devices are from GCC 13 on" }
! Several devices from Fortran: each has its own copies of a module's variables,
! of arrays' data, and of control variables.

module counters
  implicit none
  integer :: visits = 0
  !$omp declare target (visits)
contains
  subroutine look_at_team (limit, said, most, threads)
    use omp_lib
    !$omp declare target
    integer, intent(in) :: limit
    integer, intent(out) :: said, most, threads

    said = omp_get_teams_thread_limit ()
    most = omp_get_thread_limit ()
    !$omp parallel num_threads(limit + 2)
    !$omp single
    threads = omp_get_num_threads ()
    !$omp end single
    !$omp end parallel
  end subroutine
end module

program target_devices
  use omp_lib
  use counters
  use iso_c_binding
  implicit none
  integer, parameter :: n = 48
  integer :: devices
  logical :: separate

  devices = omp_get_num_devices ()
  separate = .false.
  if (devices > 0) then
    !$omp target map(from: separate)
    separate = .not. omp_is_initial_device ()
    !$omp end target
  end if
  if (omp_get_default_device () /= 1) error stop 7
  call default_device ()
  call limit_teams_of_the_host (6)
  if (separate) then
    if (devices /= 2) error stop 1
    call limit_teams (0, 3)
    call limit_teams (1, 2)
    call visit ()
    call pass_on ()
  end if
contains
  subroutine limit_teams_of_the_host (limit)
    integer, intent(in) :: limit
    integer :: said, most, threads

    !$omp teams num_teams(1) shared(said, most, threads)
    call look_at_team (limit, said, most, threads)
    !$omp end teams
    if (said /= limit .or. most /= limit .or. threads > limit) error stop 6
  end subroutine

  subroutine limit_teams (device, limit)
    integer, intent(in) :: device, limit
    integer :: said, most, threads

    !$omp target teams device(device) num_teams(1) &
    !$omp map(from: said, most, threads)
    call look_at_team (limit, said, most, threads)
    !$omp end target teams
    if (said /= limit .or. most /= limit .or. threads > limit) error stop 8
  end subroutine

  ! What says no device goes to that of the environment.
  subroutine default_device ()
    integer, target :: number

    !$omp target map(from: number)
    number = omp_get_device_num ()
    !$omp end target
    if (number /= merge (1, omp_get_initial_device (), separate)) error stop 9
    !$omp target enter data map(to: number)
    if (separate) then
      if (omp_target_is_present (c_loc (number), 1) == 0) error stop 10
      if (omp_target_is_present (c_loc (number), 0) /= 0) error stop 11
    end if
    !$omp target exit data map(delete: number)
  end subroutine

  subroutine visit ()
    integer :: turn, device, seen, number, teams

    do turn = 1, 3
      do device = 0, devices - 1
        !$omp target device(device) map(from: seen, number, teams)
        visits = visits + 1
        seen = visits
        number = omp_get_device_num ()
        teams = omp_get_max_teams ()
        !$omp end target
        if (seen /= turn .or. number /= device) error stop 2
        if (teams /= merge (4, 5, device == 1)) error stop 3
      end do
    end do
  end subroutine

  subroutine pass_on ()
    integer, allocatable, target :: a(:)
    integer :: device

    allocate (a(n), source = 1)
    do device = 0, devices - 1
      !$omp target enter data map(to: a) device(device)
      !$omp target device(device) firstprivate(device)
      a = a + device + 1
      !$omp end target
      !$omp target exit data map(from: a) device(device)
      if (omp_target_is_present (c_loc (a), device) /= 0) error stop 4
    end do
    if (any (a /= 1 + devices * (devices + 1) / 2)) error stop 5
  end subroutine
end program
