! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A module's variable of declare target is set on the host only.
module constants
  implicit none
  real :: factor = 1
  !$omp declare target (factor)
end module

program module_variable_stale
  use constants
  implicit none
  real :: x
  factor = 4
  !$omp target map(from: x)
  x = 2 * factor ! { dg-check stale }
  !$omp end target
  if (x < 0) stop 1
end program
