! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! A region changes a character variable that is mapped to it.
program character_lost
  implicit none
  character(20) :: text
  text = 'before'
  !$omp target map(to: text)
  text = 'after'
  !$omp end target
  print *, text ! { dg-check lost }
end program
