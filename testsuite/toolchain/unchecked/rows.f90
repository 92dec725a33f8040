! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! As rows.c.

subroutine scale (x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x = x * 1.5
end subroutine scale

function norm (x, n) result (s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: s
  s = inner ()
contains
  function inner () result (s)
    real(8) :: s
    s = sqrt (sum (x * x))
  end function inner
end function norm
