! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Sections, pointers and columns go through routines with data regions of their
! own.
program main
  implicit none
  real, target :: u(12, 9)
  real, pointer :: column(:), block(:, :)
  integer :: k
  u = 1
  column => u(:, 3)
  block => u(2:5, 4:6)
  call double(column, 12)
  do k = 1, size(block, 2)
    call double(block(:, k), 4)
  end do
  call double(u(:, 9), 12)
  call double(u(1:11:2, 1), 6)
  if (any(u(:, 3) /= 2) .or. any(u(2:5, 4:6) /= 2) .or. u(6, 4) /= 1) stop 1
  if (any(u(1:11:2, 1) /= 2) .or. any(u(2:12:2, 1) /= 1)) stop 2
contains
  subroutine double(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    !$omp target data map(tofrom: a)
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = 2 * a(i)
    end do
    !$omp end target data
  end subroutine double
end program main
