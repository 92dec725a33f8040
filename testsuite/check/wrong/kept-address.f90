! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! The address of a device copy is used after its exit data.
program kept_address
  use, intrinsic :: iso_c_binding
  implicit none
  integer, target :: a(20)
  type(c_ptr) :: p
  a = 0
  !$omp target enter data map(to: a)
  !$omp target data use_device_addr(a)
  p = c_loc (a)
  !$omp end target data
  !$omp target exit data map(release: a)
  !$omp target firstprivate(p)
  block
    integer, pointer :: b(:)
    call c_f_pointer (p, b, [20])
    b(3) = 1 ! { dg-check freed }
  end block
  !$omp end target
end program
