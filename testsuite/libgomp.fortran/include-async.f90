! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! omp_lib.h has the routines with a list of depend objects, which are optional
! also for standards in which no argument of a C function may be.
! { dg-do run }
! { dg-additional-options "-std=f2008 -Wall -Werror" }
! { dg-skip-stock "GCC 12's omp_lib.h does not have them" }
program asynchronous
  use, intrinsic :: iso_c_binding
  implicit none
  include 'omp_lib.h'
  integer, target :: from(4), to(4)
  integer (omp_depend_kind) :: object(1)
  integer (c_size_t), parameter :: all = 16
  integer :: host

  host = omp_get_initial_device ()
  from = [1, 2, 3, 4]
  to = 0
  !$omp depobj (object(1)) depend (inout: to)
  if (omp_target_memcpy_async (c_loc (to), c_loc (from), all, 0_c_size_t, &
                               0_c_size_t, host, host, 0) /= 0) stop 1
  !$omp taskwait
  if (any (to /= from)) stop 2
  from = from * 2
  if (omp_target_memcpy_async (c_loc (to), c_loc (from), all, 0_c_size_t, &
                               0_c_size_t, host, host, 1, object) /= 0) stop 3
  !$omp taskwait
  if (any (to /= from)) stop 4
  if (.not. c_associated (omp_target_memset_async (c_loc (to), 0, all, host, &
                                                   1, depobj_list=object))) &
    stop 5
  !$omp taskwait
  if (any (to /= 0)) stop 6
  !$omp depobj (object(1)) destroy
end program
