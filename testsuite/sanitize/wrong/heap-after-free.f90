! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region reads an array by a second pointer after it has deallocated it.

program heap_after_free
  implicit none
  integer :: n, s
  n = 100
  s = 0
!$omp target map(tofrom: n, s)
  block
    integer, pointer :: a(:), b(:)
    allocate (a(n))
    a = n
    b => a
    deallocate (a)
    s = b(50) ! { dg-report "heap-use-after-free" }
  end block
!$omp end target
  if (s == -1) stop 1
end program
