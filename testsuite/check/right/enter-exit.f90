! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Data that lives from enter data to exit data.
module state
  implicit none
  integer, allocatable :: grid(:)
contains
  subroutine start (n)
    integer, intent(in) :: n
    allocate (grid(n))
    grid = 0
    !$omp target enter data map(to: grid)
  end subroutine
  subroutine step ()
    integer :: i
    !$omp target teams distribute parallel do
    do i = 1, size (grid)
      grid(i) = grid(i) + i
    end do
  end subroutine
  subroutine finish ()
    !$omp target exit data map(from: grid)
  end subroutine
end module

program enter_exit
  use state
  implicit none
  integer :: i
  call start (30)
  do i = 1, 3
    call step ()
  end do
  call finish ()
  if (any (grid /= [(3 * i, i = 1, 30)])) stop 1
  deallocate (grid)
end program
