! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Target regions take part in the reduction of a taskgroup.

program target_in_reduction
  use omp_lib
  implicit none
  integer, parameter :: regions = 24
  integer :: i, total
  real(8) :: product

  total = 100
  product = 1
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgroup task_reduction(+: total) task_reduction(*: product)
  do i = 1, regions
    !$omp target in_reduction(+: total) in_reduction(*: product) firstprivate(i)
    total = total + i
    if (mod (i, 2) == 0) product = product * 2
    !$omp end target
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  if (total /= 100 + regions * (regions + 1) / 2) error stop 1
  if (product /= 2d0 ** (regions / 2)) error stop 2
end program
