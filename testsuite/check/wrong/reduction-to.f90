! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The reduction variable is mapped to the device only; a loop of exchanges sums up.
program reduction_to
  implicit none
  integer :: i
  real(8) :: s
  s = 0
  !$omp target teams distribute parallel do reduction(+: s) map(to: s)
  do i = 1, 100
    s = s + i
  end do
  print *, s ! { dg-check lost }
end program
