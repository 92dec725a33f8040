! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Dummy arguments that are parts of arrays, with strides, or absent.
module work
  implicit none
contains
  subroutine double (a, b)
    real, intent(inout), contiguous :: a(:)
    real, intent(in), optional :: b(:)
    real :: add
    integer :: i
    add = 0
    if (present (b)) add = b(1)
    !$omp target map(tofrom: a)
    do i = 1, size (a)
      a(i) = 2 * a(i) + add
    end do
    !$omp end target
  end subroutine
  subroutine increment (a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end subroutine
end module

program assumed_shape
  use work
  implicit none
  real :: a(60)
  a = 1
  call double (a(11:30))
  call double (a(1:60:3), a(2:3))
  call increment (a(60:1:-2), 30)
  if (a(1) /= 3 .or. a(2) /= 2 .or. a(12) /= 3 .or. a(13) /= 5) stop 1
end program
