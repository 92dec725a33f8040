! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! { dg-sanitizer-options "detect_stack_use_after_return=1" }
! A region uses variables of blocks and procedures while they last.

module parts
  implicit none
contains
  subroutine fill (a, n)
!$omp declare target
    integer, intent(out) :: a(:)
    integer, intent(in) :: n
    integer :: own(8)
    own = n
    a = own
  end subroutine
end module

program scopes
  use parts
  implicit none
  integer :: i, s
  s = 0
!$omp target map(tofrom: s)
!$omp parallel num_threads(4) reduction(+: s)
  do i = 1, 10
    block
      integer :: a(8)
      integer, pointer :: p
      integer, target :: t
      call fill (a, i)
      p => t
      t = a(8)
!$omp task shared(t)
      t = t + 1
!$omp end task
!$omp taskwait
      s = s + p
    end block
  end do
!$omp end parallel
!$omp end target
  if (s /= 4 * 65) error stop
end program
