! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Metadirectives in Fortran.  { since 15 }
program p
  implicit none
  integer :: i, total
  total = 0
  !$omp target map (tofrom: total)
  !$omp metadirective when (device={arch("nvptx")}: parallel do &
  !$omp&  reduction (+: total)) otherwise (parallel do reduction (+: total))
  do i = 1, 100
    total = total + i
  end do
  !$omp end target
  if (total /= 5050) error stop
end program
