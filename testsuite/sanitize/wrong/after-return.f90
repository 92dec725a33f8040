! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fno-inline -fsanitize=address" }
! { dg-sanitizer-options "detect_stack_use_after_return=1" }
! A region keeps a pointer to a variable of a subroutine that has returned.

module numbers
  implicit none
contains
  subroutine point (n, p)
!$omp declare target
    integer, intent(in) :: n
    integer, pointer, intent(out) :: p
    integer, target :: own(10)
    own = n
    p => own(n)
  end subroutine
end module

program after_return
  use numbers
  implicit none
  integer :: n, s
  n = 5
  s = 0
!$omp target map(tofrom: n, s)
  block
    integer, pointer :: p
    call point (n, p)
    s = p ! { dg-report "stack-use-after-return" }
  end block
!$omp end target
  if (s == -1) stop 1
end program
