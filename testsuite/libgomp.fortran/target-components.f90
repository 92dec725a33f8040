! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Components of derived types: pointers, arrays, characters, nested and in
! arrays of types, by target, target data, enter and exit data and update.
! Allocatable components, which GCC 12 refuses in map clauses, go by dummy
! arguments and by pointers.

module lists
  implicit none
  type :: list
    integer :: length = 0
    integer, pointer :: marks(:) => null ()
    real(8), pointer :: values(:, :) => null ()
    character(len=6) :: name = "list"
    integer, pointer :: one => null ()
  end type list

  type :: pair
    integer :: tag = 0
    type(list) :: first, second
    real(8) :: inner(3) = [1, 2, 3]
  end type pair

  type :: owner
    integer :: n = 0
    real(8), allocatable :: values(:)
    integer, allocatable :: table(:, :)
    integer, allocatable :: scalar
  end type owner
contains
  subroutine double (x)
    real(8), intent(inout) :: x(:)
    !$omp target map(tofrom: x)
    x = 2 * x
    !$omp end target
  end subroutine

  subroutine grow (x, by)
    integer, allocatable, intent(inout) :: x(:, :)
    integer, intent(in) :: by
    !$omp target map(tofrom: x)
    if (allocated (x)) x = x + by * size (x, 1)
    !$omp end target
  end subroutine

  subroutine add_one (x)
    integer, intent(inout) :: x
    !$omp target map(tofrom: x)
    x = x + 1
    !$omp end target
  end subroutine
end module lists

program target_components
  use lists
  use omp_lib
  use iso_c_binding
  implicit none
  logical :: separate

  separate = .false.
  !$omp target map(from: separate)
  separate = .not. omp_is_initial_device ()
  !$omp end target
  call allocatable_components ()
  call pointer_components ()
  call null_pointers ()
  call out_of_order ()
  call nested ()
  call with_enter_data ()
  call elements ()
  call updates ()
contains
  subroutine allocatable_components ()
    type(owner), target :: o
    real(8), pointer :: view(:)
    integer :: i
    ! GCC maps whole strides, also behind the last element.
    allocate (o%values(12))
    o%values = [(real (i, 8), i = 1, 12)]
    call double (o%values)
    if (any (o%values /= [(2.0_8 * i, i = 1, 12)])) stop 1
    call double (o%values(1:9:4))
    if (o%values(5) /= 20 .or. o%values(6) /= 12) stop 2
    view => o%values(2:3)
    !$omp target map(tofrom: view)
    view = -1
    !$omp end target
    if (any (o%values(1:4) /= [4, -1, -1, 8])) stop 3
    call grow (o%table, 1)
    if (allocated (o%table)) stop 4
    allocate (o%table(2, 3), source = 1)
    call grow (o%table, 10)
    if (any (o%table /= 21)) stop 5
    allocate (o%scalar, source = 6)
    call add_one (o%scalar)
    if (o%scalar /= 7) stop 6
  end subroutine

  subroutine pointer_components ()
    type(list), target :: l
    ! GCC maps whole strides, also behind the last element.
    integer, target :: storage(24)
    integer :: i
    l%length = 5
    storage = 0
    l%marks => storage(2:20:4)
    allocate (l%values(2, 3), source = 1.0_8)
    allocate (l%one, source = 8)
    !$omp target map(tofrom: l%values, l%marks, l%one) map(to: l%length)
    do i = 1, l%length
      l%marks(i) = i
    end do
    l%values(2, :) = [(l%values(1, i) + i, i = 1, 3)]
    l%one = l%one + size (l%marks)
    !$omp end target
    if (any (storage(2:20:4) /= [1, 2, 3, 4, 5])) stop 11
    if (sum (storage) /= 15 .or. l%one /= 13) stop 12
    if (any (l%values(2, :) /= [2, 3, 4])) stop 13
    ! The host's pointers are the host's still.
    if (.not. associated (l%marks, storage(2:20:4))) stop 14
    if (size (l%values, 2) /= 3) stop 15
    deallocate (l%values, l%one)
  end subroutine

  subroutine null_pointers ()
    type(list) :: l
    logical :: there(3)
    there = .true.
    l%length = 7
    !$omp target map(tofrom: l%marks, l%one, l%values, l%length) map(from: there)
    there = [associated (l%marks), associated (l%one), associated (l%values)]
    l%length = l%length + 1
    !$omp end target
    if (any (there) .or. l%length /= 8) stop 21
    if (associated (l%marks) .or. associated (l%one)) stop 22
    allocate (l%marks(4), source = 3)
    !$omp target map(tofrom: l%marks) map(from: there)
    there(1) = associated (l%marks)
    l%marks(4) = size (l%marks)
    !$omp end target
    if (.not. there(1) .or. any (l%marks /= [3, 3, 3, 4])) stop 23
    deallocate (l%marks)
  end subroutine

  ! GCC 12 passes their descriptors in another order than that of addresses.
  subroutine out_of_order ()
    type(list), target :: l
    integer :: there
    l%length = 2
    allocate (l%marks(3), source = 4)
    allocate (l%values(2, 2), source = 1.0_8)
    !$omp target map(tofrom: l%length, l%marks, l%values)
    l%marks = l%marks + l%length
    l%values(2, 2) = size (l%marks)
    l%length = size (l%values)
    !$omp end target
    if (any (l%marks /= 6) .or. l%length /= 4) stop 24
    if (l%values(2, 2) /= 3 .or. l%values(1, 2) /= 1) stop 25
    !$omp target enter data map(to: l%length, l%marks, l%values)
    !$omp target map(tofrom: l%length, l%marks, l%values) map(from: there)
    l%marks(2) = l%length
    there = l%marks(1) + l%marks(2)
    !$omp end target
    !$omp target exit data map(from: l%length, l%marks, l%values)
    if (there /= 10 .or. any (l%marks /= [6, 4, 6])) stop 26
    if (separate .and. omp_target_is_present (c_loc (l), 0) /= 0) stop 27
    deallocate (l%marks, l%values)
  end subroutine

  subroutine nested ()
    type(pair) :: p
    p%tag = 3
    allocate (p%first%marks(6), source = 1)
    allocate (p%second%marks(3), source = 2)
    !$omp target map(tofrom: p%first%marks)
    p%first%marks = p%first%marks + 1
    !$omp end target
    !$omp target map(tofrom: p%second%marks)
    p%second%marks = p%second%marks * 3
    !$omp end target
    if (any (p%first%marks /= 2) .or. any (p%second%marks /= 6)) stop 31
    !$omp target map(tofrom: p%inner, p%second%name) map(to: p%tag)
    p%inner(2) = p%inner(3) + p%tag
    p%second%name(2:3) = "--"
    !$omp end target
    if (any (p%inner /= [1, 6, 3]) .or. p%second%name /= "l--t") stop 32
    !$omp target map(tofrom: p%inner(2:3))
    p%inner(2:3) = 0
    !$omp end target
    if (any (p%inner /= [1, 0, 0])) stop 33
  end subroutine

  subroutine with_enter_data ()
    type(list), target :: l
    integer :: turn
    do turn = 1, 3
      allocate (l%marks(turn + 2))
      l%marks = turn
      !$omp target enter data map(to: l%marks)
      !$omp target map(alloc: l%marks)
      l%marks = l%marks + size (l%marks)
      !$omp end target
      if (separate .and. any (l%marks /= turn)) stop 41 ! { dg-check lost }
      if (.not. associated (l%marks)) stop 42
      if (size (l%marks) /= turn + 2) stop 43
      !$omp target exit data map(from: l%marks)
      if (any (l%marks /= 2 * turn + 2)) stop 44
      if (separate .and. omp_target_is_present (c_loc (l%marks), 0) /= 0) stop 45
      deallocate (l%marks)
    end do
  end subroutine

  subroutine elements ()
    type(list), target :: many(3)
    integer :: k
    do k = 1, 3
      allocate (many(k)%marks(k), source = k)
      many(k)%length = k
    end do
    !$omp target map(tofrom: many(2)%marks)
    many(2)%marks = many(2)%marks * 10
    !$omp end target
    if (any (many(2)%marks /= 20)) stop 51
    if (any (many(1)%marks /= 1) .or. any (many(3)%marks /= 3)) stop 52
    !$omp target map(tofrom: many(3)%length, many(3)%name)
    many(3)%length = many(3)%length + 100
    many(3)%name = "third"
    !$omp end target
    if (any (many%length /= [1, 2, 103]) .or. many(3)%name /= "third") stop 53
  end subroutine

  subroutine updates ()
    type(list), target :: l
    integer, pointer :: view(:)
    allocate (l%marks(8), source = 1)
    view => l%marks
    !$omp target data map(tofrom: l%marks)
    view = 5
    !$omp target update to(view)
    !$omp target map(alloc: l%marks)
    l%marks = l%marks + 1
    !$omp end target
    view = 0
    !$omp target update from(view(3:4))
    if (separate .and. (any (view(3:4) /= 6) .or. any (view(5:) /= 0))) stop 61
    !$omp end target data
    if (separate .and. any (l%marks /= 6)) stop 62
    if (size (l%marks) /= 8 .or. .not. associated (l%marks, view)) stop 63
  end subroutine
end program target_components
