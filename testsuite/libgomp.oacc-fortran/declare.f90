! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! declare in modules and procedures, and routines that use what it declares.

module globals
  implicit none
  integer, parameter :: n = 30
  integer :: table(n), factor
  !$acc declare create(table, factor)
contains
  subroutine set (i, value)
    !$acc routine seq
    integer, intent (in), value :: i, value
    table(i) = value
  end subroutine

  integer function look_up (i)
    !$acc routine seq
    integer, intent (in), value :: i
    look_up = table(i) * factor
  end function
end module

program declares
  use globals
  use openacc
  implicit none
  integer :: i, got(n)

  factor = 3
  call acc_update_device (factor, 4)
  !$acc parallel loop
  do i = 1, n
    call set (i, 10 * i)
  end do
  !$acc parallel loop copyout(got)
  do i = 1, n
    got(i) = look_up (i)
  end do
  call check (all (got == [(30 * i, i = 1, n)]))
  call acc_update_self (table)
  call check (all (table == [(10 * i, i = 1, n)]))
  call check (in_procedure (2) == n * (n + 1))
  call check (in_procedure (4) == 2 * n * (n + 1))

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  integer function in_procedure (m) result (total)
    integer, intent (in) :: m
    integer :: work(n), out(n), given(n), k
    !$acc declare create(work) copyout(out) copyin(given)
    given = 0
    !$acc update device(given)
    !$acc parallel loop present(work, out, given)
    do k = 1, n
      work(k) = m * k + given(k)
      out(k) = work(k)
    end do
    !$acc update self(work)
    total = sum (work)
  end function
end program
