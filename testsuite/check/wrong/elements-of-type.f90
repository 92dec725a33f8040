! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! An array of a derived type whose components are allocated on the host.

! { dg-shouldfail "the device cannot reach it" }
program elements_of_type
  implicit none
  type row
    integer, pointer :: v(:) => null ()
  end type
  type(row) :: rows(4)
  integer :: i, s
  do i = 1, 4
    allocate (rows(i)%v(5))
    rows(i)%v = i
  end do
  s = 0
  !$omp target map(to: rows) map(tofrom: s)
  do i = 1, 4
    s = s + rows(i)%v(2) ! { dg-check host-memory }
  end do
  !$omp end target
  if (s < 0) stop 1
end program
