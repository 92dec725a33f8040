! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! Pointers to variables of blocks are used while the blocks last.

program blocks
  implicit none
  integer :: total, i
  total = 0
!$omp target map(tofrom: total)
  do i = 1, 10
    block
      integer, target :: own(4)
      integer, pointer :: p(:)
      own = i
      p => own
      if (mod (i, 3) == 0) cycle
      total = total + sum (p)
      if (i == 8) exit
    end block
  end do
!$omp end target
  if (total /= 4 * (36 - 3 - 6)) stop 1
  total = 0
!$omp target teams distribute parallel do map(tofrom: total) reduction(+: total)
  do i = 1, 100
    block
      integer, target :: own
      integer, pointer :: p
      own = i
      p => own
      call add (p)
      total = total + own
    end block
  end do
  if (total /= 5150) stop 2
contains
  subroutine add (n)
!$omp declare target
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
end program
