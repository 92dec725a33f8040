! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! omp_lib.h has the routines of GCC 15 whose last argument is optional, also for
! standards in which no argument of a C function may be, and those that take
! default integers of either size.
! { dg-do run }
! { dg-additional-options "-std=f2008 -Wall -Werror" }
! { dg-skip-stock "GCC 12's omp_lib.h does not have them" }
program newer
  use, intrinsic :: iso_c_binding
  implicit none
  include 'omp_lib.h'
  integer (omp_interop_rc_kind) :: why
  integer (omp_interop_kind) :: none
  character (:), pointer :: text, again
  integer :: host

  none = omp_interop_none
  if (omp_get_interop_int (none, omp_ipr_vendor, why) /= 0) stop 1
  if (why /= omp_irc_empty) stop 2
  if (omp_get_interop_int (none, omp_ipr_vendor) /= 0) stop 3
  why = 0
  if (c_associated (omp_get_interop_ptr (none, omp_ipr_device, why))) stop 4
  if (why /= omp_irc_empty) stop 5
  if (c_associated (omp_get_interop_ptr (none, omp_ipr_device))) stop 6
  why = 0
  text => omp_get_interop_str (none, omp_ipr_vendor_name, why)
  if (why /= omp_irc_empty) stop 7
  text => omp_get_interop_str (none, omp_ipr_vendor_name)

  host = omp_get_initial_device ()
  text => omp_get_uid_from_device (host)
  again => omp_get_uid_from_device (int (host, 8))
  if (len (text) == 0 .or. text /= again) stop 8
  if (omp_get_device_from_uid (text) /= omp_initial_device) stop 9
end program
