! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Names, and functions with character results, that newer libraries have.
! { dg-do run }
! { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" }
! { dg-skip-stock "from GCC 13, 15 and 16 on" }
program newer
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  character (:), pointer :: text
  integer (omp_interop_rc_kind) :: why
  integer (c_signed_char), target :: bytes(8)
  type (c_ptr) :: same
  integer (omp_interop_kind) :: none
  integer :: i

  text => omp_get_uid_from_device (omp_initial_device)
  if (text /= 'OMP_INITIAL_DEVICE') stop 1
  text => omp_get_uid_from_device (int (omp_get_initial_device (), 8))
  if (text /= 'OMP_INITIAL_DEVICE' .or. len (text) /= 18) stop 2
  text => omp_get_uid_from_device (omp_invalid_device)
  if (associated (text)) stop 3
  if (omp_get_device_from_uid ('OMP_INITIAL_DEVICE  ') /= omp_initial_device) stop 4
  if (omp_get_device_from_uid ('nothing') /= omp_invalid_device) stop 5
  do i = 0, omp_get_num_devices () - 1
    if (omp_get_device_from_uid (omp_get_uid_from_device (i)) /= i) stop 6
  end do

  none = omp_interop_none
  if (omp_get_num_interop_properties (none) /= 0) stop 7
  if (omp_get_interop_int (none, omp_ipr_vendor, why) /= 0 .or. why /= omp_irc_empty) stop 8
  if (c_associated (omp_get_interop_ptr (none, omp_ipr_device))) stop 9
  text => omp_get_interop_str (none, omp_ipr_vendor_name, why)
  if (associated (text) .or. why /= omp_irc_empty) stop 10
  text => omp_get_interop_str (none, omp_ipr_vendor_name)
  if (associated (text)) stop 11
  text => omp_get_interop_name (none, omp_ipr_device_context)
  if (text /= 'device_context') stop 12
  text => omp_get_interop_type_desc (none, omp_ipr_device_num)
  if (text /= 'int') stop 13
  text => omp_get_interop_rc_desc (none, omp_irc_success)
  if (len (text) == 0) stop 14

  same = omp_target_memset (c_loc (bytes), 7, 8_c_size_t, omp_initial_device)
  if (any (bytes /= 7)) stop 15
  same = omp_target_memset_async (c_loc (bytes), 5, 8_c_size_t, omp_initial_device, 0)
  !$omp taskwait
  if (any (bytes /= 5)) stop 16
  if (omp_in_explicit_task ()) stop 17
  !$omp task
  if (.not. omp_in_explicit_task ()) stop 18
  !$omp end task
end program newer
