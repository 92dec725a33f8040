! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A module's array of declare target is read on the host without update.
module table
  implicit none
  integer :: t(10)
  !$omp declare target (t)
end module

program module_array_lost
  use table
  implicit none
  integer :: i
  t = 0
  !$omp target
  do i = 1, 10
    t(i) = i
  end do
  !$omp end target
  print *, t(3) ! { dg-check lost }
end program
