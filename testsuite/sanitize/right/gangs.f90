! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fopenacc -fsanitize=address" }
! Gangs use all of an allocatable array and of a section.

program gangs
  implicit none
  integer, allocatable :: a(:)
  integer :: b(20), i
  allocate (a(101))
  a = 1
  b = 0
!$acc data copy(a, b(6:15))
!$acc parallel loop num_gangs(4)
  do i = 1, 101
    a(i) = a(i) + i
  end do
!$acc parallel loop num_gangs(4) present(b(6:15))
  do i = 6, 15
    b(i) = a(i)
  end do
!$acc end data
  if (a(101) /= 102 .or. b(5) /= 0 .or. b(6) /= 7 .or. b(15) /= 16) error stop
end program
