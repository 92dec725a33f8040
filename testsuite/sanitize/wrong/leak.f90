! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! { dg-set-target-env-var ASAN_OPTIONS detect_leaks=1 }
! A region never deallocates what a pointer has, often: the address of the last
! block may be left on a stack, where it looks like a use.

program leak
  implicit none
  integer :: i, n, s
  n = 10
  s = 0
!$omp target map(tofrom: n, s)
  block
    integer, pointer, volatile :: p(:)
    do i = 1, 16
      allocate (p(n)) ! { dg-report "leak" }
      p = 7
      s = p(n)
    end do
    nullify (p)
  end block
!$omp end target
  if (s /= 7) error stop
end program
