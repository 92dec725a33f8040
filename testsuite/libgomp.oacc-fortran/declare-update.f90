! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Update directives for variables of a module that a declare directive names,
! which a routine of the module uses: GCC drops them.

module tables
  implicit none
  integer, parameter :: n = 40
  real :: table(n)
  integer :: factor = 1
  !$acc declare create(table, factor)
contains
  subroutine scale_one (i)
    !$acc routine seq
    integer, value :: i
    table(i) = factor * table(i)
  end subroutine scale_one
end module tables

program declare_update
  use tables
  implicit none
  integer :: i
  table = [(real (i), i = 1, n)]
  factor = 3
  !$acc update device(table, factor)
  !$acc parallel loop
  do i = 1, n
    call scale_one (i)
  end do
  !$acc update self(table) async(1)
  !$acc wait(1)
  if (any (table /= [(3.0 * i, i = 1, n)])) stop 1
  factor = 2
  !$acc update device(factor)
  !$acc parallel loop
  do i = 1, n
    call scale_one (i)
  end do
  !$acc update host(table)
  if (any (table /= [(6.0 * i, i = 1, n)])) stop 2
end program declare_update
