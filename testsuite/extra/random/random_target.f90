! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! What the programs of fortran.py have in common.

module random_target
!$ use omp_lib
  implicit none
  integer :: device(0:1) = 0, failures = 0
  logical, volatile :: never = .false.
contains
subroutine find_devices ()
!$ integer :: i
!$ do i = 0, 1
!$   device(i) = omp_get_initial_device ()
!$   if (omp_get_num_devices () > 1) device(i) = i
!$ end do
end subroutine

subroutine check (number, got, wanted)
  integer, intent(in) :: number
  integer(8), intent(in) :: got, wanted
  if (got == wanted) return
  print '(a, i0, a, i0, a, i0)', 'check ', number, ': ', got, ' instead of ', &
    wanted
  failures = failures + 1
end subroutine
end module
