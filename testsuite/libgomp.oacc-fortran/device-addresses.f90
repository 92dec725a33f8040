! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! deviceptr and host_data: addresses on the device in both directions.  GCC 12
! gives host addresses of variables that inner procedures use, too.

program device_addresses
  use iso_c_binding
  implicit none
  integer, parameter :: n = 40
  integer, target :: a(n), b(n)
  integer, allocatable, target :: c(:)
  integer :: k
  logical :: off
  type (c_ptr) :: address

  interface
    type (c_ptr) function acc_malloc (size) bind (c)
      import
      integer (c_size_t), value :: size
    end function
    subroutine acc_free (p) bind (c)
      import
      type (c_ptr), value :: p
    end subroutine
    subroutine acc_memcpy_from_device (to, from, size) bind (c)
      import
      type (c_ptr), value :: to, from
      integer (c_size_t), value :: size
    end subroutine
    type (c_ptr) function acc_deviceptr (p) bind (c)
      import
      type (c_ptr), value :: p
    end function
  end interface

  a = [(k, k = 1, n)]
  !$acc data copy(a)
  !$acc host_data use_device(a)
  call twice (a)
  !$acc end host_data
  !$acc end data
  call check (all (a == [(2 * k, k = 1, n)]))

  allocate (c(n))
  c = 7
  !$acc enter data copyin(c)
  call twice_there (c)
  !$acc exit data copyout(c)
  call check (all (c == 14))

  off = a(1) == 0
  !$acc enter data copyin(b)
  !$acc host_data use_device(b) if(off)
  b(1) = 3
  !$acc end host_data
  address = acc_deviceptr (c_loc (b))
  !$acc host_data use_device(b)
  call compare (b, address)
  !$acc end host_data
  !$acc exit data delete(b)
  call check (b(1) == 3)
  call allocated_there

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  subroutine twice (x)
    integer, intent (inout) :: x(n)
    integer :: i
    !$acc parallel loop deviceptr(x)
    do i = 1, n
      x(i) = 2 * x(i)
    end do
  end subroutine

  subroutine twice_there (x)
    integer, intent (inout) :: x(n)
    !$acc host_data use_device(x)
    call twice (x)
    !$acc end host_data
  end subroutine

  subroutine compare (seen, expected)
    integer, target, intent (in) :: seen(n)
    type (c_ptr), intent (in) :: expected
    call check (c_associated (c_loc (seen), expected))
  end subroutine

  subroutine count_up (x)
    integer :: x(n)
    integer :: i
    !$acc parallel loop deviceptr(x)
    do i = 1, n
      x(i) = i
    end do
  end subroutine

  subroutine allocated_there
    type (c_ptr) :: memory
    integer, pointer :: there(:)
    integer, target :: back(n)
    integer :: i
    integer (c_size_t), parameter :: bytes = 4 * n
    memory = acc_malloc (bytes)
    call check (c_associated (memory))
    call c_f_pointer (memory, there, [n])
    call count_up (there)
    call twice (there)
    call acc_memcpy_from_device (c_loc (back), memory, bytes)
    call acc_free (memory)
    call check (all (back == [(2 * i, i = 1, n)]))
  end subroutine
end program
