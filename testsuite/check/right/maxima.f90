! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Reductions and intrinsics of the host on parts that the device has written.
program main
  implicit none
  integer, parameter :: n = 40
  real :: a(n), b(n, 2)
  integer :: i, m
  character(8) :: names(n)
  logical :: bad
  !$omp target map(from: a, b, m, names)
  m = 0
  do i = 1, n, 2
    m = m + 1
    a(m) = real(mod(7 * i, 11))
    b(m, 1) = a(m)
    names(m) = 'x'
  end do
  !$omp end target
  b(:, 2) = b(:, 1)
  bad = maxval(a(:m)) /= 10 .or. minloc(a(:m), 1) < 1
  bad = bad .or. any(b(:m, 2) /= a(:m)) .or. dot_product(a(:m), b(:m, 1)) <= 0
  bad = bad .or. count(names(:m) == 'x') /= m
  write (*, *) a(:3), pack(a(:m), a(:m) > 9)
  b(:, 2) = merge(b(:, 1), 0., [(i <= m, i = 1, n)])
  a = cshift(a, 5)
  bad = bad .or. any(a(:m - 5) /= b(6:m, 1)) .or. b(n, 2) /= 0
  if (bad) stop 1
end program main
