! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Reductions of all operators, of several types, on all levels of loops.

program reductions
  implicit none
  integer, parameter :: n = 1000
  integer :: i, j, a(n), total, smallest, largest, ones, any_of, odd, rows(10)
  integer (8) :: product_of
  real (8) :: x(n), sum_of, least, most
  complex (8) :: z
  logical :: every, some, same, differ, flags(n)

  a = [(mod (i * 37, 101), i = 1, n)]
  x = a / 8d0
  flags = mod (a, 2) == 0
  total = 5
  smallest = 1000
  largest = -1000
  ones = -1
  any_of = 0
  odd = 0
  !$acc parallel loop copyin(a) reduction(+: total) reduction(min: smallest) &
  !$acc   reduction(max: largest) reduction(iand: ones) reduction(ior: any_of) &
  !$acc   reduction(ieor: odd)
  do i = 1, n
    total = total + a(i)
    smallest = min (smallest, a(i))
    largest = max (largest, a(i))
    ones = iand (ones, ior (a(i), 8))
    any_of = ior (any_of, a(i))
    odd = ieor (odd, a(i))
  end do
  call check (total == 5 + sum (a))
  call check (smallest == minval (a) .and. largest == maxval (a))
  call check (ones == iall (ior (a, 8)) .and. any_of == iany (a))
  call check (odd == iparity (a))

  every = .true.
  some = .false.
  same = .true.
  differ = .false.
  !$acc parallel loop copyin(flags) reduction(.and.: every) &
  !$acc   reduction(.or.: some) reduction(.eqv.: same) reduction(.neqv.: differ)
  do i = 1, n
    every = every .and. flags(i)
    some = some .or. flags(i)
    same = same .eqv. flags(i)
    differ = differ .neqv. flags(i)
  end do
  call check (.not. every .and. some)
  call check (same .eqv. mod (count (.not. flags), 2) == 0)
  call check (differ .eqv. mod (count (flags), 2) == 1)

  sum_of = 0
  least = 1d9
  most = -1d9
  z = 0
  product_of = 1
  !$acc parallel copyin(x)
  !$acc loop gang worker vector reduction(+: sum_of) reduction(min: least) &
  !$acc   reduction(max: most)
  do i = 1, n
    sum_of = sum_of + x(i)
    least = min (least, x(i))
    most = max (most, x(i))
  end do
  !$acc end parallel
  !$acc parallel loop reduction(+: z) reduction(*: product_of)
  do i = 1, 20
    z = z + cmplx (i, -i, 8)
    product_of = product_of * (1 + mod (i, 3))
  end do
  call check (sum_of == sum (x))
  call check (least == minval (x) .and. most == maxval (x))
  call check (z == (210d0, -210d0) .and. product_of == 279936)

  ! One sum for each gang.
  !$acc parallel loop gang copyout(rows) private(total)
  do j = 1, 10
    total = 0
    !$acc loop vector reduction(+: total)
    do i = 1, 100
      total = total + i * j
    end do
    rows(j) = total
  end do
  call check (all (rows == [(5050 * j, j = 1, 10)]))

  total = 0
  !$acc kernels loop reduction(+: total)
  do i = 1, n
    total = total + i
  end do
  call check (total == n * (n + 1) / 2)

contains
  subroutine check (is_right)
    logical, intent (in) :: is_right
    if (.not. is_right) stop 1
  end subroutine
end program
