! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Dispatch with arguments that become addresses of the device.  { since 15 }
module routines
  use iso_c_binding
  use omp_lib
  implicit none
  integer :: calls = 0
contains
  subroutine on_device (p, n)
    type(c_ptr) :: p
    integer, value :: n
    type(c_ptr) :: there
    calls = calls + n
    there = omp_target_memset (p, 1, int (n * 4, c_size_t), &
                               omp_get_default_device ())
  end subroutine
  subroutine base (p, n)
    !$omp declare variant (on_device) match (construct={dispatch}) &
    !$omp&  adjust_args (need_device_ptr: p)
    type(c_ptr) :: p
    integer, value :: n
    calls = calls - n
  end subroutine
end module

program dispatching
  use routines
  implicit none
  integer, target :: x(4)
  type(c_ptr) :: p
  x = 0
  p = c_loc (x)
  !$omp target data map (tofrom: x)
  !$omp dispatch
  call base (p, 4)
  !$omp end target data
  if (calls /= 4 .or. any (x /= int (z'01010101'))) error stop 1
  !$omp dispatch novariants (.true.)
  call base (p, 3)
  if (calls /= 1) error stop 2
end program
