! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-output "sum +55" }
! A PRINT statement calls a function with a region.  The unit is locked then, so
! the launch must not wait for it.

module sums
  implicit none
contains
  function device_sum (a) result (total)
    integer, intent(in) :: a(:)
    integer :: total
    total = 0
    !$omp target map(to: a) map(tofrom: total)
    total = sum (a)
    !$omp end target
  end function device_sum
end module sums

program target_in_print
  use sums
  implicit none
  integer :: a(10), i
  a = [(i, i = 1, 10)]
  print *, "sum", device_sum (a)
end program target_in_print
