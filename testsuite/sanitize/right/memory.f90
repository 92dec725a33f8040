! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-options "-g -fsanitize=address" }
! { dg-set-target-env-var ASAN_OPTIONS detect_leaks=1 }
! A region uses all kinds of memory to the last byte.

module tables
  use iso_c_binding
  implicit none
  integer, parameter :: n = 101
  character :: squares(n)
!$omp declare target (squares)
contains
  subroutine fill (a, b, d, s)
    character, intent(inout) :: a(n)
    character, target, intent(inout) :: b(n)
    type (c_ptr) :: d
    integer, intent(inout) :: s
!$omp target map(tofrom: a, b, s) is_device_ptr(d)
    block
      character :: own(n)
      character, allocatable :: made(:)
      character, pointer :: p(:)
      integer :: i
      allocate (made(n))
      call c_f_pointer (d, p, [n])
      own = 'x'
      made = own
      p = made
      squares = p
      do i = 1, n
        if (squares(i) == 'x' .and. a(i) == b(i)) s = s + 1
        a(i) = 'y'
        b(i) = 'z'
      end do
      p => b
      if (p(n) /= 'z') s = 0
      deallocate (made)
    end block
!$omp end target
  end subroutine
end module

program memory
  use tables
  use omp_lib
  implicit none
  character, allocatable :: a(:)
  character :: b(n)
  type (c_ptr) :: d
  integer :: s
  d = omp_target_alloc (int (n, c_size_t), omp_get_default_device ())
  allocate (a(n))
  a = 'x'
  b = 'x'
  s = 0
!$omp target enter data map(to: a)
  call fill (a, b, d, s)
!$omp target exit data map(from: a)
  call omp_target_free (d, omp_get_default_device ())
  if (s /= n .or. a(n) /= 'y' .or. b(1) /= 'z') error stop
end program
