! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Routines on data, in all forms, by the module.

program api_data
  use openacc
  implicit none
  integer, parameter :: n = 50
  integer (8), parameter :: bytes = 4 * n
  integer :: a(n), b(5, n / 5)
  real (8), allocatable :: r(:, :)
  logical :: shared

  shared = acc_get_device_type () == acc_device_host

  ! The length in bytes, of either size.
  call fill (a, 0)
  call acc_copyin (a, 4 * n)
  call check (acc_is_present (a, 4 * n) .and. acc_is_present (a, bytes))
  call twice (a, n)
  call acc_present_or_copyin (a, 4 * n)
  call acc_pcopyin (a, bytes)
  call acc_present_or_copyin (a)
  call acc_create (a, 4)
  call acc_create (a, 4_8)
  call acc_create (a)
  call acc_present_or_create (a, 4 * n)
  call acc_present_or_create (a, bytes)
  call acc_pcreate (a)
  call acc_update_self (a, 4 * n)
  call line (a, 0, 2)
  call acc_delete (a, 4 * n)
  call acc_delete (a, bytes)
  call acc_delete (a)
  call check (acc_is_present (a))
  call acc_delete_finalize (a, 4 * n)
  call check (acc_is_present (a) .eqv. shared)

  ! Arrays.
  call acc_copyin (a)
  call acc_copyin (a, bytes)
  call twice (a, n)
  call acc_copyout_finalize (a, bytes)
  call line (a, 0, 4)
  call acc_copyin (a)
  call twice (a, n)
  call acc_copyout (a)
  call line (a, 0, 8)
  call acc_copyin (a)
  call acc_copyout (a, 4 * n)
  call acc_copyin (a)
  call acc_copyout (a, bytes)
  call acc_copyin (a)
  call acc_copyout_finalize (a, 4 * n)
  call acc_copyin (a)
  call acc_copyout_finalize (a)
  call acc_copyin (a)
  call acc_delete_finalize (a, bytes)
  call acc_copyin (a)
  call acc_delete_finalize (a)
  call check (acc_is_present (a) .eqv. shared)
  call line (a, 0, 8)

  b = 1
  call acc_copyin (b)
  call twice (b, n)
  call acc_copyout (b)
  call check (all (b == 2))
  allocate (r(7, 9))
  r = 1.5d0
  call acc_create (r)
  call acc_update_device (r)
  call twice_real (r, size (r))
  call acc_update_self (r)
  call check (all (r == 3))
  call acc_delete (r)
  deallocate (r)

  call updates
  call queues

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine

  subroutine fill (x, first)
    integer, intent (out) :: x(n)
    integer, intent (in) :: first
    integer :: i
    x = [(first + i, i = 0, n - 1)]
  end subroutine

  subroutine line (x, first, factor)
    integer, intent (in) :: x(n), first, factor
    integer :: i
    call check (all (x == [(first + factor * i, i = 0, n - 1)]))
  end subroutine

  subroutine twice (x, m)
    integer, intent (in) :: m
    integer, intent (inout) :: x(m)
    integer :: i
    !$acc parallel loop present(x)
    do i = 1, m
      x(i) = 2 * x(i)
    end do
  end subroutine

  subroutine twice_real (x, m)
    integer, intent (in) :: m
    real (8), intent (inout) :: x(m)
    integer :: i
    !$acc parallel loop present(x)
    do i = 1, m
      x(i) = 2 * x(i)
    end do
  end subroutine

  subroutine updates
    call fill (a, 1)
    call acc_create (a)
    call acc_update_device (a, 4 * n)
    call twice (a, n)
    call acc_update_self (a, bytes)
    call line (a, 2, 2)
    call acc_update_device (a, bytes)
    call acc_update_device (a)
    call acc_update_self (a)
    call line (a, 2, 2)
    call acc_delete (a)
  end subroutine

  subroutine queues
    call fill (a, 3)
    call acc_copyin_async (a, 4 * n, 1)
    call acc_copyin_async (a, bytes, 1)
    call acc_copyin_async (a, 1)
    call acc_wait (1)
    call twice (a, n)
    call acc_update_self_async (a, 4 * n, 2)
    call acc_update_self_async (a, bytes, 2)
    call acc_update_self_async (a, 2)
    call acc_async_wait (2)
    call check (acc_async_test (2))
    call line (a, 6, 2)
    call acc_update_device_async (a, 4 * n, 3)
    call acc_update_device_async (a, bytes, 3)
    call acc_update_device_async (a, 3)
    call acc_wait_async (3, 4)
    call acc_wait_all_async (5)
    call acc_delete_async (a, 4 * n, 5)
    call acc_delete_async (a, bytes, 5)
    call acc_delete_async (a, 5)
    call acc_create_async (a, 4 * n, 5)
    call acc_create_async (a, bytes, 5)
    call acc_create_async (a, acc_async_noval)
    call acc_wait_all ()
    call acc_update_device (a)
    call twice (a, n)
    call acc_copyout_async (a, 4 * n, 5)
    call acc_copyout_async (a, bytes, 5)
    call acc_copyout_async (a, 5)
    call acc_async_wait_all ()
    call check (acc_async_test_all ())
    call check (acc_is_present (a) .eqv. shared)
    call line (a, 12, 4)
  end subroutine
end program
