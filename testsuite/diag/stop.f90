! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-require-effective-target offload_device }
! { dg-shouldfail "a region must not end the program" }
! { dg-output "before.*error stop" }
! { dg-output "MAIN__\._omp_fn" }
! { dg-output "exit.*3" }
! ERROR STOP in a region ends the device, and so the program with an error.

program stop
  implicit none
  print *, "before"
  !$omp target
  print *, "error stop"
  error stop 3
  !$omp end target
  print *, "not reached"
end program stop
