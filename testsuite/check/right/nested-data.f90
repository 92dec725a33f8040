! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Data regions in data regions, always, delete and release.
module work
  implicit none
contains
  subroutine add (a, k)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: k
    integer :: i
    !$omp target data map(tofrom: a)
    !$omp target
    do i = 1, size (a)
      a(i) = a(i) + k
    end do
    !$omp end target
    !$omp end target data
  end subroutine
end module

program nested_data
  use work
  implicit none
  integer, allocatable :: a(:)
  allocate (a(30))
  a = 0
  call add (a, 1)
  !$omp target data map(to: a)
  call add (a, 2)
  !$omp target update from(a)
  if (any (a /= 3)) stop 1
  a(2) = 10
  !$omp target map(always, tofrom: a)
  a(2) = a(2) + 1
  !$omp end target
  if (a(2) /= 11) stop 2
  !$omp end target data
  !$omp target enter data map(to: a)
  call add (a, 4)
  !$omp target exit data map(from: a)
  if (a(1) /= 7 .or. a(2) /= 15) stop 3
  deallocate (a)
end program
