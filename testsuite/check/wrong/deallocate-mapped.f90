! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! deallocate of an array that is mapped.
program deallocate_mapped
  implicit none
  integer, allocatable :: a(:)
  allocate (a(10))
  a = 1
  !$omp target
  !$omp end target
  !$omp target enter data map(to: a)
  deallocate (a) ! { dg-check leak }
end program
