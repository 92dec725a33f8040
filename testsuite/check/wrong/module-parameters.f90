! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Parameters of a module are read from input after they were updated.
module parameters
  implicit none
  real :: dt = 0.1
  integer :: steps = 1
  !$omp declare target (dt, steps)
end module parameters

program main
  use parameters
  implicit none
  character(20) :: line = '0.5 4'
  real :: x
  !$omp target update to(dt, steps)
  read (line, *) dt, steps
  x = 0
  !$omp target map(tofrom: x)
  x = x + dt * steps ! { dg-check stale }
  !$omp end target
  print *, x
end program main
