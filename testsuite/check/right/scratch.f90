! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! map(to:) and map(alloc:) as scratch memory, allocated anew for each step.
program scratch
  implicit none
  real, allocatable :: t(:), w(:)
  real :: r(20)
  integer :: i, step
  do step = 1, 4
    allocate (t(20), w(20))
    t = step
    !$omp target map(to: t) map(alloc: w) map(from: r)
    do i = 1, 20
      w(i) = t(i)
      t(i) = t(i) * 2
      r(i) = w(i) + t(i)
    end do
    !$omp end target
    if (any (r /= 3 * step)) stop 1
    deallocate (t, w)
  end do
  allocate (t(20))
  t = 1
  if (any (t /= 1)) stop 2
end program
