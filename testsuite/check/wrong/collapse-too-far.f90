! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Collapsed loops, one of them one too far.
program collapse_too_far
  implicit none
  integer, parameter :: n = 6, m = 9
  integer :: a(n, m), i, j, last
  last = n + 1
  !$omp target teams distribute parallel do collapse(2) map(from: a)
  do i = 1, last
    do j = 1, m
      a(i, j) = i ! { dg-check bounds }
    end do
  end do
end program
