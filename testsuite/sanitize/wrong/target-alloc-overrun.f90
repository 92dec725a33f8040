! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region writes past the end of a block of omp_target_alloc.

module regions
  use iso_c_binding
  implicit none
contains
  subroutine fill (p, n)
    type (c_ptr) :: p
    integer :: n
!$omp target is_device_ptr(p) map(to: n)
    block
      integer, pointer :: a(:)
      integer :: i
      call c_f_pointer (p, a, [n])
      do i = 1, n
        a(i) = i ! { dg-report "heap-buffer-overflow" }
      end do
    end block
!$omp end target
  end subroutine
end module

program target_alloc_overrun
  use regions
  use omp_lib
  implicit none
  type (c_ptr) :: p
  p = omp_target_alloc (400_c_size_t, omp_get_default_device ())
  call fill (p, 101)
  call omp_target_free (p, omp_get_default_device ())
end program
