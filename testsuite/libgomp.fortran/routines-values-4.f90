! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The values of routines with default integers of 4 bytes.
! { dg-do run }
! { dg-set-target-env-var OMP_CANCELLATION "true" }
! { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "7" }
! { dg-set-target-env-var OMP_PLACES "threads" }
! { dg-set-target-env-var OMP_PROC_BIND "close" }
include 'routines-values.inc'
