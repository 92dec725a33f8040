! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The region leaves out every third element; the host prints some and adds all.
program main
  implicit none
  real(8) :: a(30)
  integer :: i
  !$omp target map(from: a)
  do i = 1, 30
    if (mod(i, 3) /= 0) a(i) = i
  end do
  !$omp end target
  print *, a(4)
  print *, a(6) ! { dg-check unwritten }
  print *, sum(a) > 0 ! { dg-check unwritten }
end program main
