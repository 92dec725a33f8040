! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Array functions in a region, on whole arrays and sections.
program intrinsics
  implicit none
  real :: a(6, 6), b(6, 6), c(6, 6), v(36)
  integer :: i
  logical :: same
  a = 1
  do i = 1, 6
    b(:, i) = i
  end do
  !$omp target map(to: a, b) map(from: c, v, same)
  c = matmul (a, b)
  c(1:6:2, :) = c(1:6:2, :) + 1
  v = reshape (transpose (c), [36])
  same = all (c(2, :) == c(4, :)) .and. maxval (c) == 37
  c(:, 2:5) = cshift (c(:, 2:5), 1, 2)
  !$omp end target
  if (.not. same .or. c(2, 2) /= 18 .or. sum (v) /= 774) stop 1
end program
