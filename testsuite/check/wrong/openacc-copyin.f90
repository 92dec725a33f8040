! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-O2 -fopenacc" }
! copyin for what the host reads afterwards: copy is meant.

program main
  integer :: a(100), i
  a = 1
  !$acc parallel loop copyin(a)
  do i = 1, 100
    a(i) = a(i) + i
  end do
  if (sum (a) == 12) stop 1 ! { dg-check lost }
end program
