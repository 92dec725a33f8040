! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Variables of a module on the device, updated both ways.
module state
  implicit none
  integer :: table(20)
  integer, allocatable :: extra(:)
  real :: factor
  !$omp declare target (table, factor)
contains
  subroutine fill ()
    !$omp declare target
    integer :: i
    do i = 1, 20
      table(i) = table(i) * int (factor)
    end do
  end subroutine
end module

program module_variables
  use state
  implicit none
  integer :: i, round
  factor = 2
  do round = 1, 3
    table = [(i * round, i = 1, 20)]
    !$omp target update to(table, factor)
    !$omp target
    call fill ()
    !$omp end target
    !$omp target update from(table)
    if (table(20) /= 20 * round * 2 * round) stop 1
    factor = 2 * (round + 1)
  end do
  allocate (extra(5))
  !$omp target map(from: extra)
  do i = 1, 5
    extra(i) = table(i)
  end do
  !$omp end target
  if (extra(2) /= 36) stop 2
end program
