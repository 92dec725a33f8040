! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The procedure behind acc_on_device, which GCC 16 computes itself.

program api_folded
  use openacc
  implicit none
  interface
    logical (4) function on_device (kind) bind (c, name='acc_on_device_h_')
      import
      integer (acc_device_kind), intent (in) :: kind
    end function
  end interface
  if (.not. on_device (acc_device_host)) stop 1
  if (.not. on_device (acc_device_none)) stop 2
  if (on_device (acc_device_not_host)) stop 3
end program
