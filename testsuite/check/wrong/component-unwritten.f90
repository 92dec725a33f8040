! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A component of the elements is not computed on the device.
program main
  implicit none
  type particle
    real :: x, v
    integer :: cell
  end type particle
  type(particle) :: p(50)
  type(particle), allocatable :: q(:)
  integer :: i
  !$omp target map(from: p)
  do i = 1, 50
    p(i)%x = i
    p(i)%v = 0
  end do
  !$omp end target
  q = p
  print *, q(7)%x + p(8)%v
  print *, p(7)%cell ! { dg-check unwritten }
  do i = 1, 50
    if (q(i)%cell == 1) print *, i ! { dg-check unwritten }
  end do
end program main
