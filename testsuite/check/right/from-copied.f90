! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Arrays of which a region wrote a part are assigned, passed and returned whole.
module tools
  implicit none
  type cell
    integer(1) :: kind
    real(8) :: value
    complex :: z
    character(5) :: name
  end type cell
contains
  subroutine fill(c, n)
    integer, intent(in) :: n
    type(cell), intent(inout) :: c(n)
    c(1)%kind = 9
  end subroutine fill
  function twice(a) result(b)
    real, intent(in) :: a(:)
    real :: b(size(a))
    b = a
  end function twice
end module tools

program main
  use tools
  implicit none
  real :: a(40), b(40), m(6, 8), t(8, 6)
  real, allocatable :: g(:)
  type(cell) :: c(10), d(10), one
  integer :: i
  logical :: bad
  !$omp target map(from: a, c, m)
  do i = 1, 40, 2
    a(i) = i
  end do
  do i = 1, 5
    c(i)%kind = int(i, 1)
    c(i)%value = i
    c(i)%z = i
    c(i)%name = 'abc'
  end do
  m(1, :) = 7
  !$omp end target
  b = a
  g = a
  d = c
  one = c(9)
  one = d(3)
  call fill(c(1:9:2), 5)
  b = twice(b(40:1:-1))
  t = transpose(m)
  a(1:38) = a(3:40)
  bad = .false.
  do i = 2, 40, 2
    bad = bad .or. b(i) /= 41 - i
  end do
  do i = 1, 37, 2
    bad = bad .or. a(i) /= i + 2
  end do
  bad = bad .or. g(39) /= 39 .or. one%value /= 3 .or. c(1)%kind /= 9
  bad = bad .or. any(t(:, 1) /= 7) .or. d(5)%name /= 'abc'
  where (mod([(i, i = 1, 40)], 2) == 0) b = b + 1
  bad = bad .or. sum(a(1:37:2)) /= 399
  if (bad) stop 1
end program main
