! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fopenacc -fsanitize=address" }
! { dg-output "directly after the end of the copy of a, 40 bytes at" }
! A compute region writes past the end of the section that is copied.

program gangs_overrun
  implicit none
  integer, allocatable :: a(:)
  integer :: i, n
  allocate (a(13))
  a = 0
  n = 10
!$acc parallel num_gangs(1) copy(a(1:n))
  do i = 1, n + 1
    a(i) = i ! { dg-report "heap-buffer-overflow" }
  end do
!$acc end parallel
  if (a(10) == 0) error stop
end program
