! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays on the device, a variable and routines, for other files.
module fields
  implicit none
  integer, parameter :: n = 64
  real(8), allocatable :: u(:, :), v(:, :)
  real(8) :: coefficients(2)
  !$acc declare create(coefficients)
contains
  subroutine set_up
    allocate (u(n, n), v(n, n))
    !$acc enter data create(u, v)
    coefficients = [1d0, 2d0]
    !$acc update device(coefficients)
  end subroutine

  subroutine tear_down
    !$acc exit data delete(u, v)
    deallocate (u, v)
  end subroutine

  pure function line (x) result (y)
    !$acc routine seq
    real(8), intent(in) :: x
    real(8) :: y
    y = coefficients(1) + coefficients(2) * x
  end function

  subroutine fill_column (a, m, k)
    !$acc routine vector
    integer, value :: m, k
    real(8) :: a(m)
    integer :: i
    !$acc loop vector
    do i = 1, m
      a(i) = i + 100 * k
    end do
  end subroutine
end module
