! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Allocatables, sections, a derived type, printing.
program allocatables
  implicit none
  type point
    character :: name
    real(8) :: x(3)
  end type
  real, allocatable :: a(:, :), b(:)
  type(point) :: p(5)
  integer :: i, j
  allocate (a(20, 10), b(20))
  a = 1
  !$omp target data map(tofrom: a) map(from: b)
  !$omp target map(from: p)
  do i = 1, 20
    b(i) = 0
    do j = 1, 10
      b(i) = b(i) + a(i, j)
      a(i, j) = a(i, j) + 1
    end do
  end do
  do i = 1, 5
    p(i)%name = 'x'
    p(i)%x = i
    p(i) = p(i)
  end do
  !$omp end target
  !$omp target update from(b)
  print *, b(1:3)
  !$omp end target data
  if (any (a /= 2) .or. any (b /= 10) .or. p(3)%x(2) /= 3) stop 1
  print *, a(1:2, 1), p(2)%x
end program
