! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! map(from:) of an allocatable that is read first; then it is not read back.
program allocatable_from
  implicit none
  real, allocatable :: a(:), b(:)
  integer :: i
  allocate (a(50), b(50))
  a = 1
  b = 2
  !$omp target map(from: a) map(to: b)
  do i = 1, 50
    a(i) = a(i) + b(i) ! { dg-check unwritten }
    b(i) = 0
  end do
  !$omp end target
  print *, b(3) ! { dg-check lost }
end program
