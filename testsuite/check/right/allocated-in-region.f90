! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Allocatables and pointers that a region allocates itself.
program allocated_in_region
  implicit none
  integer :: s, k
  s = 0
  !$omp target map(tofrom: s)
  block
    integer, allocatable :: a(:), b(:)
    integer, pointer :: p(:, :)
    integer :: i
    allocate (a(20), p(3, 3))
    do i = 1, 20
      a(i) = i
    end do
    b = [a, a]
    p = 2
    do i = 1, size (b)
      s = s + b(i)
    end do
    s = s + sum (p)
    deallocate (a, p)
  end block
  !$omp end target
  k = 2 * 210 + 18
  if (s /= k) stop 1
end program
