! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Loops over whole arrays that the compiler vectorises.

! { dg-options "-O3 -march=x86-64-v3" }
program vectorised
  implicit none
  integer :: n
  do n = 1, 41, 4
    call work (n)
  end do
contains
  subroutine work (n)
    integer, intent(in) :: n
    real :: a(n), b(n), s
    integer :: i
    a = 1
    b = [(real (i), i = 1, n)]
    s = 0
    !$omp target map(tofrom: a, s) map(to: b)
    a = a + 2 * b
    !$omp simd reduction(+: s)
    do i = 1, n
      if (b(i) > 2) s = s + a(i)
    end do
    !$omp end target
    if (s /= sum (a, mask = b > 2)) stop 1
    if (a(n) /= 1 + 2 * n) stop 2
  end subroutine
end program
