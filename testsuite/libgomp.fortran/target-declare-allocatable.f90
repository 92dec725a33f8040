! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! The descriptor of a declare target allocatable array is always present, and
! follows the array whenever the array is mapped.

module fields
  implicit none
  integer, allocatable :: field(:)
  !$omp declare target (field)
contains
  subroutine advance ()
    !$omp declare target
    field = field + 1
  end subroutine
end module

program declare_allocatable
  use fields
  implicit none
  integer :: n

  do n = 3, 5
    allocate (field(n))
    field = n
    !$omp target enter data map(to: field)
    !$omp target
    call advance ()
    !$omp end target
    !$omp target map(alloc: field)
    field(n) = field(n) * 10
    !$omp end target
    !$omp target exit data map(from: field)
    if (any (field(:n - 1) /= n + 1)) stop 1
    if (field(n) /= 10 * (n + 1)) stop 2
    deallocate (field)
  end do
  allocate (field(7))
  field = 1
  !$omp target map(tofrom: field)
  field = size (field)
  !$omp end target
  if (any (field /= 7)) stop 3
end program
