! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Pointers, optional and assumed-shape arguments.
module work
contains
  subroutine scale (a, f)
    real, intent(inout) :: a(:)
    real, intent(in), optional :: f
    real :: g
    integer :: i
    g = 2
    if (present (f)) g = f
    !$omp target teams distribute parallel do map(tofrom: a)
    do i = 1, size (a)
      a(i) = a(i) * g
    end do
  end subroutine
end module

program pointers
  use work
  implicit none
  real, target :: a(20)
  real, pointer :: p(:)
  a = 1
  p => a(5:10)
  call scale (a)
  call scale (p, 3.0)
  if (a(1) /= 2 .or. a(7) /= 6) stop 1
  print *, a(4:6)
end program
