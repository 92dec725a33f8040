! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The allocatable component of a derived type by a pointer to the host.

! { dg-shouldfail "the device cannot reach it" }
program component_not_mapped
  implicit none
  type field
    integer :: n
    real, pointer :: v(:)
  end type
  type(field) :: f
  integer :: i
  f%n = 10
  allocate (f%v(10))
  f%v = 1
  !$omp target map(tofrom: f)
  do i = 1, f%n
    f%v(i) = i ! { dg-check host-memory }
  end do
  !$omp end target
end program
