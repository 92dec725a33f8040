! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-output " *host 1\[\r\n\]+ *region 1 +2.5\[0 \]*\[\r\n\]+ *host 2\[\r\n\]+ *region 2 T\[\r\n\]+ *host 3\[\r\n\]+" }
! The output of host and regions comes in the order of the program; internal
! units work in a region.

program target_print
  implicit none
  real(8) :: x
  character(len=20) :: text

  x = 2.5d0
  print *, "host 1"
  !$omp target map(to: x)
  print *, "region 1", x
  !$omp end target
  write (*, "(a)") " host 2"
  !$omp target
  write (*, "(1x, a, 1x, l1)") "region 2", .true.
  !$omp end target
  print *, "host 3"

  text = ""
  !$omp target map(tofrom: text) map(to: x)
  write (text, "(f8.3, i4)") x, 42
  !$omp end target
  if (text /= "   2.500  42") stop 1
end program target_print
