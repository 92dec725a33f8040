! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! An input changes on the host within target data.
program update_to
  implicit none
  integer :: a(10), s, i
  a = 1
  s = 0
  !$omp target data map(to: a)
  a(3) = 100
  !$omp target map(tofrom: s)
  do i = 1, 10
    s = s + a(i) ! { dg-check stale }
  end do
  !$omp end target
  !$omp end target data
end program
