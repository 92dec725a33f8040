! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Derived types with allocatable and pointer components: mapped with their
! parent, entered one by one, updated, and copied back.

module shapes
  implicit none
  type :: inner
    integer :: scale
    integer, allocatable :: values(:)
  end type
  type :: outer
    integer :: count
    real (8), allocatable :: x(:), y(:, :)
    integer, pointer :: target_of(:)
    type (inner) :: part
  end type
end module

program components
  use openacc
  use shapes
  implicit none
  integer, parameter :: n = 20
  type (outer) :: o
  integer, target :: t(n)
  integer :: k

  allocate (o%x(n), o%y(4, 5), o%part%values(n))
  o%target_of => t
  call reset
  call structured
  call check (all (o%x == 2 * n))
  call reset
  call unstructured
  call reset
  call nested
  call reset
  call updated
  call scalars

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  subroutine reset
    o%count = n
    o%x = 1
    o%y = 2
    o%part%scale = 3
    o%part%values = [(k, k = 1, n)]
    t = 5
  end subroutine

  subroutine structured
    integer :: i
    !$acc data copyin(o)
    !$acc data copy(o%x) copyin(o%y)
    !$acc parallel loop present(o)
    do i = 1, n
      o%x(i) = o%x(i) * o%count * o%y(1, 1)
    end do
    !$acc end data
    !$acc end data
  end subroutine

  subroutine unstructured
    integer :: i
    !$acc enter data copyin(o)
    !$acc enter data copyin(o%x, o%y, o%target_of)
    !$acc parallel loop present(o)
    do i = 1, n
      o%x(i) = o%x(i) + o%y(1 + mod (i, 4), 5) + o%target_of(i)
      o%target_of(i) = i
    end do
    !$acc exit data copyout(o%x, o%target_of) delete(o%y)
    !$acc exit data delete(o)
    call check (all (o%x == 8))
    call check (all (t == [(i, i = 1, n)]))
    call check (allocated (o%x) .and. allocated (o%y) .and. o%count == n)
  end subroutine

  subroutine nested
    integer :: i
    !$acc enter data copyin(o)
    !$acc enter data copyin(o%part%values)
    !$acc parallel loop present(o)
    do i = 1, n
      o%part%values(i) = o%part%values(i) * o%part%scale
    end do
    !$acc exit data copyout(o%part%values)
    !$acc exit data delete(o)
    call check (all (o%part%values == [(3 * i, i = 1, n)]))
  end subroutine

  subroutine updated
    integer :: i
    !$acc enter data copyin(o)
    !$acc enter data copyin(o%x)
    o%x = 10
    !$acc update device(o%x)
    !$acc parallel loop present(o)
    do i = 1, n
      o%x(i) = o%x(i) + i
    end do
    !$acc update self(o%x)
    call check (all (o%x == [(10d0 + i, i = 1, n)]))
    o%x = -1
    !$acc update device(o%x(5:8))
    !$acc parallel loop present(o)
    do i = 1, n
      o%x(i) = o%x(i) + 1
    end do
    !$acc update self(o%x)
    call check (all (o%x(5:8) == 0))
    call check (acc_get_device_type () == acc_device_host &
                .or. (o%x(4) == 15 .and. o%x(9) == 20))
    !$acc exit data delete(o%x)
    !$acc exit data delete(o)
  end subroutine

  ! Members that are not arrays, and some of them only.
  subroutine scalars
    type (inner) :: one
    one%scale = 6
    !$acc data copy(one%scale)
    !$acc serial present(one%scale)
    one%scale = one%scale + 1
    !$acc end serial
    !$acc end data
    call check (one%scale == 7)
  end subroutine
end program
