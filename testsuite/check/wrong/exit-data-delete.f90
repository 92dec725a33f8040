! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! exit data map(delete:) drops the result.
program exit_data_delete
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(25))
  a = 0
  !$omp target enter data map(to: a)
  !$omp target
  do i = 1, 25
    a(i) = i
  end do
  !$omp end target
  !$omp target exit data map(delete: a)
  print *, a(9) ! { dg-check lost }
  deallocate (a)
end program
