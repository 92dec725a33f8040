! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays that are allocated, passed and pointed to.
program use
  implicit none
  real, allocatable :: field(:)
  real, target :: whole(50)
  real, pointer :: part(:)
  integer :: i
  allocate (field(100))
  field = 1
  whole = 0
  part => whole(11:20)
  call smooth (field)
  !$omp target enter data map(to: part) ! enter
  !$omp target ! region
  do i = 1, 10
    part(i) = i
  end do
  !$omp end target
  !$omp target update from(part) ! update
  !$omp target exit data map(release: part)
  if (any (field /= 2) .or. whole(20) /= 10) stop 1
contains
  subroutine smooth (x)
    real :: x(:)
    !$omp target data map(tofrom: x) ! data
    !$omp target
    x = x + 1
    !$omp end target
    !$omp end target data
  end subroutine
end program
