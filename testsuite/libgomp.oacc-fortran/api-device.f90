! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Routines on devices.

program api_device
  use openacc
  use, intrinsic :: iso_c_binding, only : c_size_t
  implicit none
  integer (acc_device_kind) :: kind
  integer :: a
  character (40) :: name
  character (2) :: short

  call check (acc_get_num_devices (acc_device_none) == 0)
  call check (acc_get_num_devices (acc_device_host) == 1)
  kind = acc_get_device_type ()
  call check (acc_get_num_devices (kind) >= 1)
  call acc_init (kind)
  call check (acc_get_device_num (kind) == 0)
  call acc_set_device_num (0, kind)
  call check (acc_get_device_type () == kind)
  call acc_get_property_string (0, acc_device_host, acc_property_name, name)
  call check (name == 'GOMP')
  call acc_get_property_string (0, acc_device_host, acc_property_vendor, short)
  call check (short == 'GN')
  call acc_get_property_string (0, acc_device_host, acc_property_memory, name)
  call check (name == '')
  call check (acc_get_property (0, acc_device_host, acc_property_memory) == 0)
  call check (acc_get_property (0, kind, acc_property_free_memory) &
              <= acc_get_property (0, kind, acc_property_memory))
  call check (acc_on_device (acc_device_host))
  call check (.not. acc_on_device (acc_device_not_host))
  a = 1
  !$acc parallel copy(a)
  a = a + 1
  !$acc end parallel
  call check (a == 2)
  call acc_shutdown (kind)
  call acc_set_device_type (acc_device_host)
  call check (acc_get_device_type () == acc_device_host)
  !$acc parallel copyout(a)
  a = merge (5, 6, acc_on_device (acc_device_host))
  !$acc end parallel
  call check (a == 5)
contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine
end program
