! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" }
! { dg-set-target-env-var OMP_NUM_TEAMS_DEV "5" }
! { dg-set-target-env-var OMP_NUM_TEAMS_DEV_1 "4" }
! { dg-skip-stock "variables of devices are from GCC 13 on" }
! Several devices from Fortran: each has its own variables of a module, data
! of arrays and control variables.

module counters
  implicit none
  integer :: visits = 0
  !$omp declare target (visits)
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
  if (separate) then
    if (devices /= 2) error stop 1
    call visit ()
    call pass_on ()
  end if
contains
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
