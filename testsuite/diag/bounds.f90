! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! { dg-require-effective-target offload_device }
! { dg-options "-g -fcheck=bounds" }
! { dg-shouldfail "an index is out of bounds" }
! { dg-output "bounds\.f90.*[Ii]ndex '11' of dimension 1 of array 'a'" }
! { dg-output "MAIN__\._omp_fn" }
! Errors that the Fortran library finds in a region are reported as on the host.

program bounds
  implicit none
  integer :: a(10), i
  a = 0
  i = 11
  !$omp target map(tofrom: a) map(to: i)
  a(i) = 1
  !$omp end target
end program bounds
