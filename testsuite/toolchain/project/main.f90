! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
program project
  use work
  implicit none
  type(cell) :: c
  integer :: i, j
  logical :: right

  call set_up
  call step
  right = .true.
  do j = 1, n
    do i = 1, n
      right = right .and. v(i, j) == 1 + 2d0 * (i + 100 * j)
    end do
  end do
  call tear_down

  c%k = 5
  allocate (c%w(10))
  c%w = 1
  !$acc enter data copyin(c)
  !$acc enter data copyin(c%w)
  !$acc parallel loop present(c)
  do i = 1, 10
    c%w(i) = c%w(i) + c%k * i
  end do
  !$acc exit data copyout(c%w)
  !$acc exit data delete(c)
  do i = 1, 10
    right = right .and. c%w(i) == 1 + 5 * i
  end do

  if (.not. right) stop 1
  print '(a)', 'right'
end program
