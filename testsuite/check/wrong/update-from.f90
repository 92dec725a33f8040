! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A result is printed without target update.
program update_from
  implicit none
  integer :: a(10)
  a = 0
  !$omp target data map(tofrom: a)
  !$omp target
  a = 5
  !$omp end target
  print *, a(2) ! { dg-check lost }
  !$omp end target data
end program
