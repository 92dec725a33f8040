! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Memory of omp_target_alloc is used after omp_target_free.
program freed_memory
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: p
  integer :: d
  d = omp_get_default_device ()
  p = omp_target_alloc (80_c_size_t, d)
  call omp_target_free (p, d)
  !$omp target firstprivate(p)
  block
    real(8), pointer :: a(:)
    call c_f_pointer (p, a, [10])
    a(3) = 1 ! { dg-check freed }
  end block
  !$omp end target
end program
