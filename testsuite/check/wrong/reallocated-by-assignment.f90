! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! An assignment of another size gives a mapped array new memory.
program reallocated_by_assignment
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(4))
  a = 0
  !$omp target
  !$omp end target
  !$omp target enter data map(to: a)
  a = [(i, i = 1, 100000)] ! { dg-check leak }
  if (a(100000) /= 100000) stop 1
end program
