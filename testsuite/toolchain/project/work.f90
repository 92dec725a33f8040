! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Regions that use the other file's arrays and routines.
module work
  use fields
  implicit none
  type :: cell
    integer :: k
    real(8), allocatable :: w(:)
  end type
contains
  subroutine step
    integer :: i, j
    !$acc parallel loop gang present(u)
    do j = 1, n
      call fill_column (u(:, j), n, j)
    end do
    !$acc parallel loop collapse(2) present(u, v)
    do j = 1, n
      do i = 1, n
        v(i, j) = line (u(i, j))
      end do
    end do
    !$acc update self(v)
  end subroutine
end module
