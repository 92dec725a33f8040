! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Parameters of a module are read, updated and used in routines of the device.
module parameters
  implicit none
  real :: dt = 0.5
  integer :: steps = 1
  real :: coefficient(4) = [1., 2., 3., 4.]
  !$omp declare target (dt, steps, coefficient)
contains
  real function advance(x)
    !$omp declare target
    real, intent(in) :: x
    integer :: k
    advance = x
    do k = 1, steps
      advance = advance + dt * coefficient(k)
    end do
  end function advance
end module parameters

program main
  use parameters
  implicit none
  character(20) :: line = '0.25 4'
  real :: x(8)
  integer :: i
  read (line, *) dt, steps
  coefficient = 2 * coefficient
  !$omp target update to(dt, steps, coefficient)
  !$omp target map(from: x)
  do i = 1, 8
    x(i) = advance(real(i))
  end do
  !$omp end target
  if (any(x /= [(i + 5., i = 1, 8)])) stop 1
  !$omp target
  dt = 0
  !$omp end target
  !$omp target update from(dt)
  if (dt /= 0) stop 2
end program main
