! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region reads memory that omp_target_free has freed.
! { dg-output "byte 28 of what was a block of 400 bytes, allocated" }

module regions
  use iso_c_binding
  implicit none
contains
  subroutine read_eighth (p, s)
    type (c_ptr) :: p
    integer, intent(out) :: s
!$omp target is_device_ptr(p) map(from: s)
    block
      integer, pointer :: a(:)
      call c_f_pointer (p, a, [100])
      s = a(8) ! { dg-report "heap-use-after-free" }
    end block
!$omp end target
  end subroutine
end module

program target_free_use
  use regions
  use omp_lib
  implicit none
  type (c_ptr) :: p
  integer :: s
  p = omp_target_alloc (400_c_size_t, omp_get_default_device ())
  call omp_target_free (p, omp_get_default_device ())
  call read_eighth (p, s)
  if (s == -1) stop 1
end program
