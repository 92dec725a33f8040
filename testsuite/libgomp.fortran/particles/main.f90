! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Particles fly, bounce and keep their energy.

program main
  use particles
  use motion
  use survey
  use omp_lib
  implicit none
  integer, parameter :: n = 1000
  type(particle), allocatable :: all(:)
  real(dp) :: before, after
  logical :: on_host
  character(len=6) :: where
  integer :: counted

  allocate (all(n))
  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device ()
  !$omp end target
  where = merge ("host  ", "device", on_host)
  call start (all)
  before = energy (all)
  !$omp target enter data map(to: all)
  time_scale = 0.5d0
  !$omp target update to(time_scale)
  call run (all, 50, 0.2d0)
  !$omp target exit data map(from: all)
  after = energy (all)
  counted = sum (histogram (all, 8))
  print "(3a, 2f12.4, i8, i6)", "on ", trim (where), ":", before, after, &
    sum (all%bounces), counted
  if (abs (before - after) > 1d-6 * before) stop 1
  if (sum (all%bounces) < n) stop 2
  if (counted /= n) stop 3
end program main
