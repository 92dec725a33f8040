! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A subroutine leaves its region with nowait, and the caller reads the result
! without a wait.
module work
  implicit none
contains
  subroutine double_all (x)
    real, intent(inout) :: x(:)
    integer :: i
    !$omp target map(tofrom: x) nowait
    do i = 1, size (x)
      x(i) = 2 * x(i)
    end do
    !$omp end target
  end subroutine double_all
end module work

program main
  use work
  implicit none
  real :: a(50)
  a = 1
  call double_all (a)
  a(3) = a(2) ! { dg-check race }
  !$omp taskwait
  call double_all (a)
  !$omp taskwait
  print *, a(4)
end program main
