! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region keeps a pointer to a variable of a block that has ended.

program after_scope
  implicit none
  integer :: i, s
  s = 0
!$omp target map(tofrom: s)
  block
    integer, pointer, volatile :: p
    do i = 1, 4
      block
        integer, target :: own(4)
        own = i
        p => own(i)
      end block
    end do
    s = p ! { dg-report "stack-use-after-scope" }
  end block
!$omp end target
  if (s == -1) stop 1
end program
