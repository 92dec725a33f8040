! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! target update in both directions, parts of arrays, printed.
program updates
  implicit none
  integer :: a(10), k
  a = 0
  !$omp target data map(alloc: a)
  do k = 1, 3
    a = k
    !$omp target update to(a)
    !$omp target
    a(1:5) = a(1:5) * 2
    !$omp end target
    !$omp target update from(a(1:5))
    print *, a
    if (any (a(1:5) /= 2 * k) .or. any (a(6:) /= k)) stop 1
  end do
  !$omp end target data
end program
