! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A stencil reads the columns around those that are mapped.
program halo_column
  implicit none
  integer, parameter :: n = 12
  real :: a(n, n), b(n, n)
  integer :: i, j
  a = 1
  b = 0
  !$omp target map(to: a(:, 2:n-1)) map(tofrom: b(:, 2:n-1))
  do j = 2, n - 1
    do i = 1, n
      b(i, j) = a(i, j - 1) + a(i, j + 1) ! { dg-check bounds }
    end do
  end do
  !$omp end target
  if (b(1, 2) == 1.5) stop 1
end program
