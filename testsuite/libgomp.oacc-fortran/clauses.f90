! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! { dg-do run }
! Directives and clauses: atomic, cache, if_present, sizes, default, auto,
! independent, tile, attach, no_create, host.

program clauses
  use openacc
  implicit none
  integer, parameter :: n = 60
  type holder
    integer, pointer :: p(:)
  end type
  integer :: a(n), m(16, 8), sum, count, got(n), i, k, now
  integer, target :: t(n)
  type(holder) :: h

  a = [(i, i = 1, n)]
  !$acc kernels loop independent copy(a)
  do i = 1, n
    a(i) = 2 * a(i)
  end do
  !$acc kernels loop auto copy(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$acc parallel loop gang num_gangs(3) num_workers(2) vector_length(32) &
  !$acc& default(present) copy(a)
  do i = 1, n
    !$acc cache(a(i))
    a(i) = a(i) - 1
  end do
  if (any (a /= [(2 * i, i = 1, n)])) stop 1
  !$acc parallel loop tile(4, 2) default(none) copyout(m)
  do k = 1, 8
    do i = 1, 16
      m(i, k) = 16 * k + i
    end do
  end do
  if (any (m /= reshape ([((16 * k + i, i = 1, 16), k = 1, 8)], [16, 8]))) stop 2

  sum = 0
  count = 0
  !$acc parallel loop copy(sum, count) copyout(got) private(now)
  do i = 1, n
    !$acc atomic update
    sum = sum + i
    !$acc atomic capture
    now = count
    count = count + 1
    !$acc end atomic
    got(i) = now
  end do
  if (sum /= n * (n + 1) / 2 .or. count /= n) stop 3
  count = 0
  do i = 1, n
    count = count + got(i)
  end do
  if (count /= n * (n - 1) / 2) stop 4

  !$acc update host(a) if_present
  !$acc data copyin(a)
  !$acc parallel loop no_create(a)
  do i = 1, n
    a(i) = i
  end do
  !$acc update host(a)
  !$acc end data
  if (any (a /= [(i, i = 1, n)])) stop 5

  t = 3
  h%p => t
  !$acc enter data copyin(t)
  !$acc enter data copyin(h)
  !$acc enter data attach(h%p)
  !$acc parallel loop present(h, t)
  do i = 1, n
    h%p(i) = h%p(i) + i
  end do
  !$acc exit data detach(h%p)
  !$acc exit data delete(h) copyout(t)
  if (any (t /= [(i + 3, i = 1, n)])) stop 6
end program
