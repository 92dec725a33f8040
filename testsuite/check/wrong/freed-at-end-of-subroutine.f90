! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A local allocatable is freed at the end of its subroutine, still mapped.
module work
  implicit none
contains
  subroutine run (n)
    integer, intent(in) :: n
    real, allocatable :: a(:)
    allocate (a(n))
    a = 1
    !$omp target enter data map(to: a)
    !$omp target
    a(1) = n
    !$omp end target
  end subroutine ! { dg-check leak }
end module

program freed_at_end
  use work
  implicit none
  call run (1000)
end program
