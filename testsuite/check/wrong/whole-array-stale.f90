! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! An array assignment between the regions is not copied.
program whole_array_stale
  implicit none
  real(8) :: old(20), new(20)
  integer :: i, step
  old = 0
  new = 0
  !$omp target data map(to: old) map(from: new)
  do step = 1, 3
    !$omp target
    do i = 1, 20
      new(i) = old(i) + 1 ! { dg-check stale }
    end do
    !$omp end target
    !$omp target update from(new)
    old = new
  end do
  !$omp end target data
end program
