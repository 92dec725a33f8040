! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Complex arrays of two kinds.
program complex_numbers
  implicit none
  complex :: a(8)
  complex(8) :: b(8), s
  integer :: i
  a = [(cmplx (i, -i), i = 1, 8)]
  s = 0
  !$omp target map(to: a) map(from: b) map(tofrom: s)
  do i = 1, 8
    b(i) = a(i) * (0, 1)
    s = s + conjg (b(i))
  end do
  !$omp end target
  if (s /= (36, -36) .or. b(2) /= (2, 2)) stop 1
end program
