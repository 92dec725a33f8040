! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A region prints, and writes to a character variable.

! { dg-output "3 +1.5" }
program printing
  implicit none
  integer :: n(2)
  real :: x
  character(10) :: text
  n = [1, 2]
  x = 1.5
  !$omp target map(to: n, x) map(from: text)
  print *, sum (n), x
  write (text, '(i3,a)') n(2), 'abc'
  !$omp end target
  if (text /= '  2abc') stop 1
end program
