! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A dummy argument that the region changes is mapped to it.
module work
  implicit none
contains
  subroutine double (a)
    real, intent(inout) :: a(:)
    integer :: i
    !$omp target map(to: a)
    do i = 1, size (a)
      a(i) = 2 * a(i)
    end do
    !$omp end target
  end subroutine
end module

program to_for_tofrom
  use work
  implicit none
  real :: a(15)
  a = 1
  call double (a)
  if (a(5) == 3.5) stop 1 ! { dg-check lost }
end program
