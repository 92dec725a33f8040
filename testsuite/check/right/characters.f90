! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Character arrays, an internal write in a region.
program characters
  implicit none
  character(len=8) :: names(3)
  character(len=20) :: line
  integer :: i
  names = 'x'
  !$omp target map(tofrom: names) map(from: line)
  do i = 1, 3
    names(i)(2:3) = 'ab'
  end do
  line = 'first: ' // names(1)
  write (names(3), '(i4)') 42
  !$omp end target
  if (names(2) /= 'xab' .or. names(3) /= '  42') stop 1
  print *, names(1), line
end program
