! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-skip-stock "omp_get_mapped_ptr is from GCC 13 on" }
! What map types, descriptors and counts must not do, from Fortran: for pointers
! to the same target, components, constants.

program target_rules
  use omp_lib
  use iso_c_binding
  implicit none
  integer, parameter :: n = 8
  integer, parameter :: table(n) = [3, 1, 4, 1, 5, 9, 2, 6]
  type series
    integer :: length
    integer, pointer :: values(:) => null ()
    integer :: scale
  end type series
  integer :: device, host
  logical :: separate, on_host

  host = omp_get_initial_device ()
  device = omp_get_default_device ()
  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device ()
  !$omp end target
  separate = .not. on_host
  call copies ()
  call constants (1)
  call parts ()
  call counts ()
  call descriptors ()
  call components ()

contains

  logical function is_gone (what)
    type(c_ptr), intent(in) :: what
    is_gone = .not. separate
    if (separate) is_gone = omp_target_is_present (what, device) == 0
  end function is_gone

  subroutine copies ()
    integer, target :: x
    integer :: y
    x = 1
    !$omp target map(to: x)
    x = 2
    !$omp end target
    if (x /= merge (1, 2, separate)) stop 1 ! { dg-check lost }
    x = 1
    !$omp target enter data map(to: x)
    !$omp target map(tofrom: x)
    x = 2
    !$omp end target
    if (x /= merge (1, 2, separate)) stop 2 ! { dg-check lost }
    !$omp target map(tofrom: x, y)
    y = x
    !$omp end target
    if (x /= merge (1, 2, separate) .or. y /= 2) stop 6 ! { dg-check lost }
    !$omp target enter data map(to: x)
    !$omp target exit data map(always, from: x)
    if (x /= 2 .or. omp_target_is_present (c_loc (x), device) == 0) stop 3
    !$omp target map(alloc: x)
    x = 3
    !$omp end target
    !$omp target exit data map(delete: x)
    if (x /= merge (2, 3, separate)) stop 4 ! { dg-check lost }
    if (.not. is_gone (c_loc (x))) stop 5
  end subroutine copies

  ! A constant, which the compiler passes as tofrom, cannot be written.
  subroutine constants (first)
    integer, intent(in) :: first
    integer :: i, total
    total = 0
    !$omp target map(tofrom: total)
    do i = first, n
      total = total + table(i)
    end do
    !$omp end target
    if (total /= 31) stop 10
    call use_constant (table)
  end subroutine constants

  subroutine use_constant (values)
    integer, intent(in) :: values(n)
    integer :: total
    !$omp target map(from: total)
    total = sum (values)
    !$omp end target
    if (total /= 31) stop 11
  end subroutine use_constant

  ! An implicit map of the whole, of which a part is mapped, uses that part.
  subroutine parts ()
    integer :: array(n)
    array = [1, 2, 3, 4, 5, 6, 7, 8]
    !$omp target enter data map(to: array(3:4))
    !$omp target
    array(4) = array(4) + array(3)
    !$omp end target
    !$omp target exit data map(from: array(3:4))
    if (array(2) /= 2 .or. array(3) /= 3 .or. array(4) /= 7) stop 15
  end subroutine parts

  subroutine counts ()
    integer, target :: array(n)
    integer, pointer :: p(:), q(:)
    integer :: other
    array = 1
    other = 0
    p => array
    q => array
    !$omp target enter data map(to: p, q)
    !$omp target exit data map(release: p)
    if (.not. is_gone (c_loc (array))) stop 20
    !$omp target enter data map(to: array)
    !$omp target enter data map(to: array)
    !$omp target exit data map(release: p, q)
    if (omp_target_is_present (c_loc (array), device) == 0) stop 21
    !$omp target enter data map(to: array)
    !$omp target exit data map(delete: array)
    if (.not. is_gone (c_loc (array))) stop 22
    !$omp target enter data map(to: array)
    !$omp target enter data map(to: array)
    !$omp target exit data map(delete: array) map(release: other)
    if (.not. is_gone (c_loc (array))) stop 23
  end subroutine counts

  ! The device's descriptor of what is allocated anew between two regions.
  subroutine descriptors ()
    integer, allocatable :: a(:)
    integer :: seen
    seen = -1
    do while (seen < 3)
      if (allocated (a)) deallocate (a)
      allocate (a(seen + 4))
      a = seen + 1
      !$omp target map(to: a) map(from: seen)
      seen = size (a) + a(size (a)) - 3
      !$omp end target
      if (seen /= size (a) + a(1) - 3) stop 30
    end do
    !$omp target enter data map(to: a)
    a = 7
    !$omp target update to(a)
    !$omp target map(from: seen)
    seen = sum (a) / size (a)
    !$omp end target
    if (seen /= 7) stop 31
    !$omp target exit data map(delete: a)
    if (size (a) < 4) stop 32
  end subroutine descriptors

  ! Copies of the whole leave out the component's address.
  subroutine components ()
    type(series), target :: v
    integer :: seen
    v%length = n
    allocate (v%values(n))
    v%values = 2
    v%values(2) = 3
    v%scale = 1
    !$omp target enter data map(to: v)
    !$omp target enter data map(to: v%values)
    v%scale = 10
    !$omp target update to(v)
    !$omp target map(from: seen)
    seen = v%values(2) * v%scale
    v%length = 5
    !$omp end target
    if (seen /= 30) stop 40
    !$omp target update from(v)
    if (v%length /= 5 .or. size (v%values) /= n) stop 41
    if (v%values(2) /= 3) stop 42
    !$omp target exit data map(release: v%values)
    !$omp target exit data map(from: v)
    if (v%values(2) /= 3 .or. sum (v%values) /= 2 * n + 1) stop 43
  end subroutine components
end program target_rules
