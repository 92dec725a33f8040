! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Constructs in Fortran, for compiled.sh.
program compiled
  implicit none
  integer :: i, k, s
  integer :: a(10, 20)
  s = 0
  !$omp parallel num_threads(2) private(i, k)
  !$omp do
  do i = 10, 1, -3
    a(i, 1) = i
  end do
  !$omp do collapse(2) schedule(static, 2)
  do i = 1, 10
    do k = 1, 20
      a(i, k) = inside (i)
    end do
  end do
  !$omp end do nowait
  !$omp masked
  s = s + 1
  !$omp end masked
  !$omp barrier
  !$OMP FLUSH
  call publish
  !$omp workshare
  a = a + 1
  !$omp end workshare
  !$omp end parallel
  if (s /= 1 .or. a(3, 4) /= 7) stop 1
contains
  integer function inside (i)
    integer, intent (in) :: i
    inside = 2 * i
  end function
  subroutine publish
    !$omp flush (a)
  end subroutine
end program
