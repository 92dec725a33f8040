! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A pointer to every second element is mapped, and the target read through it.
program main
  implicit none
  integer, target :: a(20)
  integer, pointer :: p(:)
  integer :: i
  a = 0
  p => a(1:10)
  !$omp target data map(alloc: p)
  !$omp target
  do i = 1, 10
    p(i) = i
  end do
  !$omp end target
  !$omp target update from(p(1:5))
  print *, a(5)
  print *, a(6) ! { dg-check lost }
  !$omp end target data
end program main
