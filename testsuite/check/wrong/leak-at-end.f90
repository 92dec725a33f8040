! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The exit data is forgotten.
module state
  implicit none
  real :: grid(10, 10) = 0
contains
  subroutine start ()
    !$omp target enter data map(to: grid) ! { dg-check leak }
  end subroutine
end module

program leak_at_end
  use state
  implicit none
  call start ()
  !$omp target
  grid(1, 1) = 1
  !$omp end target
end program
