! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-output "host 1.*value 6 8.*region 1.*host 2" }
! An output statement calls a function with a target region.  The Fortran
! library has locked the statement's unit; still the output of both sides is in
! order.
program target_in_output
  implicit none
  print '(a)', "host 1"
  print '(a,2i2)', "value", twice (3), twice (4)
  !$omp target
  print '(a)', "region 1"
  !$omp end target
  print '(a)', "host 2"
contains
  integer function twice (x)
    integer, intent(in) :: x
    integer :: r
    !$omp target map(from: r)
    r = x * 2
    !$omp end target
    twice = r
  end function twice
end program target_in_output
