! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays that are allocated, passed and pointed to; variables of modules, COMMON
! blocks, functions and surrounding procedures.
module parameters
  implicit none
  real :: dt = 0.5
  !$omp declare target (dt)
contains
  function twice (x)
    real, intent(in) :: x
    real :: twice
    !$omp target map(from: twice) ! result
    twice = x + x
    !$omp end target
  end function
end module

program use
  use parameters
  implicit none
  real :: shared(10), another, blank(5)
  common /block/ shared, another
  common blank
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
  dt = 1
  !$omp target update to(dt) ! global
  if (twice (2.0) /= 4) stop 2
  shared = 3
  another = 0
  !$omp target map(from: another) ! common
  another = shared(2)
  !$omp end target
  if (another /= 3) stop 3
  !$omp target data map(to: shared, another, blank) ! members
  !$omp end target data
  call change
  if (any (field /= 2) .or. whole(20) /= 10) stop 1
contains
  subroutine change
    !$omp target map(tofrom: whole(1:5)) ! around
    whole(1:5) = 1
    !$omp end target
  end subroutine
  subroutine smooth (x)
    real :: x(:)
    !$omp target data map(tofrom: x) ! data
    !$omp target
    x = x + 1
    !$omp end target
    !$omp end target data
  end subroutine
end program
