! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! One column of two comes back.
program partial_update
  implicit none
  integer, allocatable :: a(:, :)
  integer :: i
  allocate (a(20, 2))
  a = 0
  !$omp target enter data map(to: a)
  !$omp target
  do i = 1, 20
    a(i, 1) = i
    a(i, 2) = -i
  end do
  !$omp end target
  !$omp target update from(a(:, 1))
  print *, a(4, 1), a(4, 2) ! { dg-check lost }
  !$omp target exit data map(release: a)
end program
