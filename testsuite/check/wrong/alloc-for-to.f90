! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! map(alloc:) of an input.
program alloc_for_to
  implicit none
  complex :: z(16), s
  integer :: i
  z = (1.0, 2.0)
  s = 0
  !$omp target map(alloc: z) map(tofrom: s)
  do i = 1, 16
    s = s + z(i) ! { dg-check unwritten }
  end do
  !$omp end target
  if (real (s) == 1.5) stop 1
end program
