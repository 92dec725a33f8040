! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The region uses an allocatable that was deallocated.

! { dg-shouldfail "nothing is there" }
program not_allocated
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(10))
  deallocate (a)
  !$omp target map(tofrom: a)
  do i = 1, 10
    a(i) = i ! { dg-check host-memory }
  end do
  !$omp end target
end program
