! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Reductions, private arrays, array expressions, a function.
program reduction
  implicit none
  real(8) :: a(100), total, work(3)
  integer :: i
  total = 0
  a = [(real (i, 8), i = 1, 100)]
  !$omp target teams distribute parallel do map(to: a) map(tofrom: total) &
  !$omp& reduction(+: total) private(work)
  do i = 1, 100
    work = a(i)
    work(2) = sqrt (work(1) * work(1))
    total = total + work(2)
  end do
  if (abs (total - 5050) > 1e-6) stop 1
end program
