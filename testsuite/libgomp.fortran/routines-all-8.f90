! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Every routine of omp_lib; default integers of 8 bytes.
! { dg-do run }
! { dg-additional-options "-fdefault-integer-8" }
! { dg-set-target-env-var OMP_PLACES "threads" }
! { dg-set-target-env-var OMP_TARGET_OFFLOAD "disabled" }
! { dg-output "place of 0.*thread 0 of 1.*DISPLAY ENVIRONMENT BEGIN" }
include 'routines-all.inc'
