! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Particles in a box: the module that all files use.

module particles
  implicit none
  integer, parameter :: dp = kind (1d0)

  type :: particle
    real(dp) :: place(3), speed(3)
    integer :: bounces
  end type particle

  real(dp), parameter :: box = 1
contains
  subroutine move (p, time)
    !$omp declare target
    type(particle), intent(inout) :: p
    real(dp), intent(in) :: time
    integer :: k
    do k = 1, 3
      p%place(k) = p%place(k) + time * p%speed(k)
      if (p%place(k) < 0 .or. p%place(k) > box) then
        p%speed(k) = -p%speed(k)
        p%place(k) = min (max (p%place(k), 0d0), box)
        p%bounces = p%bounces + 1
      end if
    end do
  end subroutine move
end module particles
