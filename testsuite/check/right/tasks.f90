! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Target tasks that depend on one another.
program tasks
  implicit none
  integer :: a(50), b(50), i, bad
  a = 0
  b = 0
  bad = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp target enter data map(to: a, b) nowait depend(out: a)
  !$omp target nowait depend(inout: a) private(i)
  do i = 1, 50
    a(i) = i
  end do
  !$omp end target
  !$omp target nowait depend(inout: a) private(i)
  do i = 1, 50
    b(i) = a(i) + 1
  end do
  !$omp end target
  !$omp target exit data map(from: a, b) nowait depend(inout: a)
  !$omp task depend(in: a) shared(b, bad)
  if (any (b /= [(i + 1, i = 1, 50)])) bad = 1
  !$omp end task
  !$omp end single
  !$omp end parallel
  if (bad /= 0) stop 1
end program
