! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays that are allocated, moved and allocated again by assignment.

program heap_blocks
  implicit none
  integer, allocatable :: a(:), b(:)
  integer, pointer :: p(:)
  integer :: i
  do i = 1, 200, 33
    allocate (a(i))
    a = 1
    if (total (a, i) /= i) error stop
    a = [a, a]
    if (total (a, 2 * i) /= 2 * i) error stop
    call move_alloc (a, b)
    if (total (b, 2 * i) /= 2 * i) error stop
    deallocate (b)
  end do
  allocate (p(0:99))
  p = 2
  if (total (p(50:), 50) /= 100) error stop
  deallocate (p)
contains
  integer function total (x, n)
    integer, intent(in) :: n
    integer, intent(in) :: x(*)
    integer :: s, k
    s = 0
!$omp target map(to: x(1:n)) map(tofrom: s)
    do k = 1, n
      s = s + x(k)
    end do
!$omp end target
    total = s
  end function
end program
