! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The region adds to a map(from:) matrix.
program from_element_unwritten
  implicit none
  real :: c(8, 8), a(8, 8)
  integer :: i, j, k
  a = 2
  c = 0
  !$omp target teams distribute parallel do collapse(2) map(to: a) map(from: c)
  do j = 1, 8
    do i = 1, 8
      do k = 1, 8
        c(i, j) = c(i, j) + a(i, k) * a(k, j) ! { dg-check unwritten }
      end do
    end do
  end do
  if (c(1, 1) == 1.5) stop 1
end program
