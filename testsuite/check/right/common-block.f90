! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Regions use a common block up to its end.
subroutine fill ()
  integer :: i
  real :: a(10), b(10)
  common /block/ a, b
  !$omp declare target (/block/)
  !$omp target
  do i = 1, 10
    a(i) = i
    b(i) = 2 * i
  end do
  !$omp end target
end subroutine fill

subroutine add (k, r)
  integer :: i, k
  real :: a(10), b(10), r
  common /block/ a, b
  !$omp declare target (/block/)
  r = 0
  !$omp target map(tofrom: r)
  do i = 1, k
    r = r + b(i)
  end do
  !$omp end target
end subroutine add

program main
  real :: a(10), b(10), r
  integer :: k
  common /block/ a, b
  !$omp declare target (/block/)
  call fill ()
  k = 10
  call add (k, r)
  !$omp target update from(a, b)
  if (a(3) + b(4) /= 11 .or. r /= 110) stop 1
end program main
