! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! declare device_resident, link and deviceptr; routine nohost, of each level.

module globals
  implicit none
  integer, parameter :: n = 40
  integer :: resident(n), linked(n)
  !$acc declare device_resident(resident)
  !$acc declare link(linked)
contains
  integer function twice (x)
    !$acc routine seq nohost
    integer, intent (in), value :: x
    twice = 2 * x
  end function

  subroutine add (x, term)
    !$acc routine vector nohost
    integer, intent (inout) :: x(n)
    integer, intent (in), value :: term
    integer :: i
    !$acc loop vector
    do i = 1, n
      x(i) = x(i) + term
    end do
  end subroutine
end module

program declares
  use globals
  implicit none
  integer :: i, a(n)

  !$acc parallel loop
  do i = 1, n
    resident(i) = i
  end do
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = resident(i) + 1
  end do
  call check (all (a == [(i + 1, i = 1, n)]))

  linked = [(i, i = 1, n)]
  !$acc enter data copyin(linked)
  !$acc parallel loop present(linked)
  do i = 1, n
    linked(i) = linked(i) + 2
  end do
  !$acc exit data copyout(linked)
  call check (all (linked == [(i + 2, i = 1, n)]))

  !$acc parallel loop copy(a)
  do i = 1, n
    a(i) = twice (a(i))
  end do
  call check (all (a == [(2 * i + 2, i = 1, n)]))
  !$acc parallel copy(a) num_gangs(1)
  call add (a, 5)
  !$acc end parallel
  call check (all (a == [(2 * i + 7, i = 1, n)]))

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine
end program
