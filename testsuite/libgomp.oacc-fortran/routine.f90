! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Procedures for the device: in modules, inner and outer ones, of all levels of
! parallelism, elemental, and those that call others.

module procedures
  implicit none
contains
  integer function square (x)
    !$acc routine seq
    integer, intent (in), value :: x
    square = x * x
  end function

  integer function twice_square (x)
    !$acc routine seq
    integer, intent (in), value :: x
    twice_square = 2 * square (x)
  end function

  subroutine fill_row (row, value)
    !$acc routine vector
    integer, intent (inout) :: row(32)
    integer, intent (in) :: value
    integer :: k
    !$acc loop vector
    do k = 1, 32
      row(k) = value + k
    end do
  end subroutine

  ! The value is no reference: GCC 14 keeps what it refers to in the memory of
  ! one of an NVIDIA device's threads.
  subroutine fill_page (page, value)
    !$acc routine worker
    integer, intent (inout) :: page(32, 8)
    integer, intent (in), value :: value
    integer :: j, k
    !$acc loop worker
    do j = 1, 8
      !$acc loop vector
      do k = 1, 32
        page(k, j) = value + 100 * j + k
      end do
    end do
  end subroutine

  subroutine fill_all (x)
    !$acc routine gang
    integer, intent (inout) :: x(256)
    integer :: k
    !$acc loop gang
    do k = 1, 256
      x(k) = square (k)
    end do
  end subroutine
end module

integer function outer_of (x)
  !$acc routine seq
  implicit none
  integer, intent (in) :: x
  outer_of = x + 1000
end function

program routines
  use procedures
  implicit none
  integer, external :: outer_of
  !$acc routine (outer_of) seq
  integer :: i, j, a(256), rows(32, 10), pages(32, 8, 4)

  !$acc parallel loop copyout(a)
  do i = 1, 256
    a(i) = twice_square (i) + outer_of (i)
  end do
  call check (all (a == [(2 * i * i + i + 1000, i = 1, 256)]))

  !$acc parallel loop gang copyout(rows)
  do i = 1, 10
    call fill_row (rows(:, i), 50 * i)
  end do
  do i = 1, 10
    call check (all (rows(:, i) == [(50 * i + j, j = 1, 32)]))
  end do

  !$acc parallel loop gang copyout(pages)
  do i = 1, 4
    call fill_page (pages(:, :, i), 1000 * i)
  end do
  do i = 1, 4
    do j = 1, 8
      call check (pages(1, j, i) == 1000 * i + 100 * j + 1)
      call check (pages(32, j, i) == 1000 * i + 100 * j + 32)
    end do
  end do

  !$acc parallel copyout(a)
  call fill_all (a)
  !$acc end parallel
  call check (all (a == [(i * i, i = 1, 256)]))

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine
end program
