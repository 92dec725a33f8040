! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! One region of four threads, with a loop, five tasks and a critical construct.
program loops
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel num_threads(4)
  !$omp do schedule(dynamic) reduction(+: total)
  do i = 1, 100
    total = total + i
  end do
  !$omp single
  do i = 1, 5
    !$omp task
    call work ()
    !$omp end task
  end do
  !$omp end single
  !$omp critical
  total = total + 1
  !$omp end critical
  !$omp end parallel
  if (total /= 5054) stop 1
contains
  subroutine work ()
  end subroutine work
end program loops
