! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A chain of constructs with nowait and dependences, and a task of the host that
! depends on its end; the host works on other arrays meanwhile.
program main
  implicit none
  integer, parameter :: n = 25
  real :: a(n), b(n), c(n)
  integer :: i, k
  c = 0
  do k = 1, 3
    a = k
    !$omp target enter data map(to: a) map(alloc: b) nowait depend(out: a, b)
    !$omp target nowait depend(in: a) depend(out: b)
    do i = 1, n
      b(i) = 2 * a(i)
    end do
    !$omp end target
    !$omp target exit data map(release: a) map(from: b) nowait &
    !$omp& depend(inout: a, b)
    c = c + k
    !$omp task depend(inout: b) shared(b)
    b(2) = b(1) + 1
    !$omp end task
    !$omp taskwait depend(in: a, b)
    c = c + b
  end do
  if (sum (c) /= 453) stop 1
end program main
