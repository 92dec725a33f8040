! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! A region reads through a device pointer whose mapping has ended.
! { dg-output "byte 16 of what was the copy of " }

module regions
  use iso_c_binding
  implicit none
contains
  subroutine read_fifth (p, s)
    type (c_ptr) :: p
    integer, intent(out) :: s
!$omp target is_device_ptr(p) map(from: s)
    block
      integer, pointer :: a(:)
      call c_f_pointer (p, a, [100])
      s = a(5) ! { dg-report "heap-use-after-free" }
    end block
!$omp end target
  end subroutine
end module

program unmapped_use
  use regions
  implicit none
  integer, target :: a(100)
  type (c_ptr) :: p
  integer :: s
  a = 1
!$omp target enter data map(to: a)
!$omp target data use_device_addr(a)
  p = c_loc (a)
!$omp end target data
!$omp target exit data map(delete: a)
  call read_fifth (p, s)
  if (s == -1) stop 1
end program
