! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays of all sorts in data clauses: allocatable, of assumed shape, automatic,
! sections and pointers.  The bounds go to the device with them.

program arrays
  implicit none
  integer, parameter :: n = 60
  integer, allocatable :: a(:), m(:, :)
  integer, pointer :: p(:)
  integer :: plain(n), k

  allocate (a(-4:n - 5), m(6, 10), p(n))
  a = [(k, k = 1, n)]
  m = 2
  p = 3
  call allocatables
  call check (all (a == [(k + 3, k = 1, n)]))
  call check (all (m == n + 2))

  plain = 4
  call assumed (plain, p, m)
  call check (all (plain == 4 + 3 * (n + 2)))
  call check (all (p == 3) .and. all (m == n + 2))

  plain = 0
  call sections (plain)
  call check (all (plain(:10) == 0) .and. all (plain(31:) == 0))
  call check (all (plain(11:30) == [(k, k = 11, 30)]))
  call check (automatic (n) == n * (n + 1) / 2)
  call unstructured
  call strided
  deallocate (a, m, p)

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  subroutine allocatables
    integer :: i, j
    !$acc data copy(a, m) copyin(p)
    !$acc parallel loop present(a, p)
    do i = lbound (a, 1), ubound (a, 1)
      a(i) = a(i) + p(i + 5)
    end do
    !$acc parallel loop collapse(2) present(a, m)
    do j = 1, size (m, 2)
      do i = 1, size (m, 1)
        m(i, j) = m(i, j) + size (a)
      end do
    end do
    !$acc end data
  end subroutine

  subroutine assumed (x, y, z)
    integer, intent (inout) :: x(:)
    integer, intent (in) :: y(0:), z(:, :)
    integer :: i
    !$acc parallel loop copy(x) copyin(y, z)
    do i = 1, size (x)
      x(i) = x(i) + y(i - 1) * z(1 + mod (i, 6), 1 + mod (i, 10))
    end do
  end subroutine

  subroutine sections (x)
    integer, intent (inout) :: x(n)
    integer :: i
    !$acc parallel loop copyout(x(11:30))
    do i = 11, 30
      x(i) = i
    end do
  end subroutine

  integer function automatic (count) result (sum_of)
    integer, intent (in) :: count
    integer :: work(count), i
    sum_of = 0
    !$acc data create(work) copy(sum_of)
    !$acc parallel loop present(work)
    do i = 1, count
      work(i) = i
    end do
    !$acc parallel loop present(work) reduction(+: sum_of)
    do i = 1, count
      sum_of = sum_of + work(i)
    end do
    !$acc end data
  end function

  ! Allocated, mapped, copied back and deallocated, again and again.
  subroutine unstructured
    integer, allocatable :: x(:)
    integer :: turn, i
    do turn = 1, 5
      allocate (x(10 * turn))
      x = turn
      !$acc enter data copyin(x)
      !$acc parallel loop present(x)
      do i = 1, size (x)
        x(i) = x(i) * i
      end do
      !$acc update self(x(1:5))
      call check (all (x(:5) == turn * [1, 2, 3, 4, 5]))
      x(1) = 100
      !$acc update device(x(1:1))
      !$acc exit data copyout(x) finalize
      call check (x(1) == 100 .and. x(10 * turn) == 10 * turn * turn)
      deallocate (x)
    end do
  end subroutine

  ! A section that is not contiguous goes by a copy of it.
  subroutine strided
    integer :: x(8, 8), i
    x = 1
    call assumed_one (x(2:8:2, 3))
    call assumed_one (x(3, :))
    call check (sum (x) == 64 + 4 + 8)
    !$acc parallel loop copy(x(:, 2:3))
    do i = 1, 8
      x(i, 2) = 0
    end do
    call check (sum (x) == 64 + 12 - 9)
  end subroutine

  subroutine assumed_one (x)
    integer, intent (inout), contiguous :: x(:)
    integer :: i
    !$acc parallel loop copy(x)
    do i = 1, size (x)
      x(i) = x(i) + 1
    end do
  end subroutine
end program
