! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fopenacc -fsanitize=thread" }
! Gangs have no race if their sum is a reduction and their count is atomic, and
! if each writes what no other one reads.

program gangs_reduction
  implicit none
  integer :: a(101), b(100), s, c, i
  a = 1
  s = 0
  c = 0
!$acc data copyin(a) copyout(b)
!$acc parallel loop num_gangs(4) reduction(+: s) copy(c)
  do i = 1, 100
    b(i) = a(i) + a(i + 1)
    s = s + b(i)
!$acc atomic
    c = c + 1
  end do
!$acc end data
  if (s /= 200 .or. c /= 100 .or. b(100) /= 2) error stop
end program
