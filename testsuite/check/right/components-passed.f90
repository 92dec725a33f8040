! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A state with allocatable components, mapped in a called routine, grown and
! mapped again.
module states
  implicit none
  type state
    integer :: n = 0
    real(8), allocatable :: density(:), pressure(:)
  end type state
contains
  subroutine resize(s, n)
    type(state), intent(inout) :: s
    integer, intent(in) :: n
    if (allocated(s%density)) deallocate (s%density, s%pressure)
    allocate (s%density(n), s%pressure(n))
    s%density = 1
    s%n = n
  end subroutine resize
  subroutine step(d, p)
    real(8), intent(in) :: d(:)
    real(8), intent(out) :: p(:)
    integer :: i
    !$omp target map(to: d) map(from: p)
    do i = 1, size(p)
      p(i) = 3 * d(i)
    end do
    !$omp end target
  end subroutine step
end module states

program main
  use states
  implicit none
  type(state) :: s, t
  integer :: k
  do k = 1, 3
    call resize(s, 10 * k)
    call step(s%density, s%pressure)
    if (any(s%pressure /= 3)) stop 1
  end do
  t = s
  call step(t%density, s%pressure)
  if (sum(s%pressure) /= 90 .or. t%n /= 30) stop 2
end program main
