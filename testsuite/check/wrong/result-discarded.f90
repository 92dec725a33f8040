! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The function's array result is computed on the device and mapped as to.
program main
  implicit none
  real :: x(10), y(10)
  x = 2
  y = squares(x)
  print *, y(1) ! { dg-check lost }
contains
  function squares(a) result(b)
    real, intent(in) :: a(:)
    real :: b(size(a))
    integer :: i
    b = 0
    !$omp target map(to: a, b)
    do i = 1, size(a)
      b(i) = a(i)**2
    end do
    !$omp end target
    print *, b(2) ! { dg-check lost }
  end function squares
end program main
