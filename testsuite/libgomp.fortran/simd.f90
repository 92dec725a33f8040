! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Constructs that need no entry point, mixed with those that do: simd with each
! clause, functions and variants for simd, default data-sharing, atomic compare,
! proc_bind.
! { dg-do run }
! { dg-threads "1 2 4" }
module pieces
  implicit none
contains
  function element (x, i) result (y)
    !$omp declare simd (element) uniform (x) linear (i : 1) simdlen (2) notinbranch
    ! Two, and all of one size, as GCC wants for AArch64.
    double precision, intent (in) :: x(:)
    integer (8), value :: i
    double precision :: y
    y = x(i) + i
  end function
  integer function in_region (x)
    integer, intent (in) :: x
    in_region = 2 * x + 1
  end function
  integer function twice (x)
    !$omp declare variant (in_region) match (construct={parallel})
    integer, intent (in) :: x
    twice = 2 * x
  end function
end module pieces

program simd
  use omp_lib
  use pieces
  implicit none
  !$omp requires atomic_default_mem_order (acq_rel)
  integer, parameter :: n = 200
  double precision :: a(n), b(n)
  double precision, allocatable :: c(:)
  integer :: first, i, place, own, total, inside

  a = [(i, i = 1, n)]
  place = 3
  !$omp parallel do simd default (none) shared (a, b) linear (place : 2) &
  !$omp & safelen (8) simdlen (4)
  do i = 1, n
    b(i) = element (a, int (i, 8)) + place
    place = place + 2
  end do
  if (place /= 3 + 2 * n) stop 1
  do i = 1, n
    if (b(i) /= 2 * i + 3 + 2 * (i - 1)) stop 2
  end do

  allocate (c(n))
  !$omp simd aligned (c: 16) nontemporal (c)
  do i = 1, n
    c(i) = b(i) + 1
  end do
  if (any (c /= b + 1)) stop 5

  first = 0
  !$omp parallel do
  do i = 1, n
    !$omp atomic compare
    if (first == 0) first = i
  end do
  if (first < 1 .or. first > n) stop 6

  own = 4
  total = 0
  !$omp parallel default (firstprivate) reduction (+: total) proc_bind (spread)
  own = own + omp_get_thread_num ()
  total = total + own - omp_get_thread_num ()
  !$omp end parallel
  if (own /= 4 .or. mod (total, 4) /= 0 .or. total == 0) stop 3

  inside = 0
  !$omp parallel num_threads (2) reduction (+: inside)
  if (twice (5) == 11) inside = inside + 1
  !$omp end parallel
  if (inside < 1 .or. twice (5) /= 10) stop 4
end program simd
