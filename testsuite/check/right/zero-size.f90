! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays without elements, and sections of no length.
program zero_size
  implicit none
  integer, allocatable :: a(:), b(:)
  integer :: n, s, i
  allocate (a(0), b(10))
  b = 1
  do n = 0, 10, 5
    s = 0
    !$omp target map(tofrom: a, s) map(to: b(1:n))
    do i = 1, n
      s = s + b(i)
    end do
    s = s + size (a)
    !$omp end target
    if (s /= n) stop 1
  end do
end program
