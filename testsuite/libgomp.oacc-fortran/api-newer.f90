! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The procedures of GCC 16.
! { dg-skip-stock "GCC 16" }

program api_newer
  use openacc
  implicit none
  integer, parameter :: n = 20
  integer (8), parameter :: bytes = 4 * n
  integer :: a(n)
  logical :: shared
  shared = acc_get_device_type () == acc_device_host
  a = 4
  call twice
  call acc_copyout_finalize_async (a, 4 * n, 1)
  call acc_wait (1)
  call twice
  call acc_copyout_finalize_async (a, bytes, 1)
  call acc_wait (1)
  call twice
  call acc_copyout_finalize_async (a, 1)
  call acc_wait (1)
  if (any (a /= 32)) stop 1
  call twice
  call acc_delete_finalize_async (a, 4 * n, 1)
  call twice
  call acc_delete_finalize_async (a, bytes, 1)
  call twice
  call acc_delete_finalize_async (a, 1)
  call acc_wait (1)
  if (any (a /= merge (256, 32, shared))) stop 2
  if (acc_is_present (a) .neqv. shared) stop 3
contains
  subroutine twice
    integer :: i
    call acc_copyin (a)
    call acc_copyin (a)
    call acc_wait (1)
    !$acc parallel loop present(a)
    do i = 1, n
      a(i) = 2 * a(i)
    end do
  end subroutine
end program
